import type { AdminRequest } from '../../../admin/contract/index.ts';
import { callAdmin } from '../../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { methodCommand } from '../../admin/method-command.ts';
import { jsonOption, WIDE } from '../../options.ts';
import { notice, print } from '../../output.ts';
import { readLine } from '../../secret-input.ts';
import { table } from '../../table/table.ts';

interface Options extends ConnectionOptions {
  readonly wide?: boolean;
}

async function search(options: Options): Promise<void> {
  const query = readLine('what to search for, as JSON');
  const wanted = jsonOption<AdminRequest<'searchHolders'>>(query, 'the standard input') ?? {};
  const answer = await callAdmin(connectionOf(options), 'searchHolders', wanted);
  if (!answer.isComplete) notice('older records are still being added to the index', options);
  const cells = answer.holders.map(({ id, documentType, state }) => [id, documentType, state]);
  print(answer, options, () => table(['holder', 'document type', 'state'], cells, { wide: options.wide }));
}

const SEARCH_HELP = `
Reads one line of JSON from the standard input, because command lines are kept
in histories: documentNumber; or familyName and birthDate, and givenName if
needed. Case, diacritics and punctuation do not matter.

Examples:
  echo '{"documentNumber": "D-123 456"}' | diptych holders search
  diptych holders search < person.json`;

export const searchHolders = () =>
  withConnection(
    methodCommand('searchHolders')
      .option(...WIDE)
      .addHelpText('after', SEARCH_HELP)
      .action(search),
  );
