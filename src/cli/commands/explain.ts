import { Command, Option } from 'commander';
import { EXPLAINED_KINDS } from '../../admin/requests/contract.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { explanation } from '../explain-text.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly as?: (typeof EXPLAINED_KINDS)[number];
}

async function explain(id: string, options: Options): Promise<void> {
  const { as: kind } = options;
  const answer = await callAdmin(connectionOf(options), 'getRequest', { id, ...(kind && { kind }) });
  print(answer, options, () => explanation(answer));
}

const HELP = `
Takes a requestId, an issuerErrorIdentifier or issuerRejectionIdentifier of an answer, a proofingId, a credentialId, a
deviceReferenceId, the id of a user, an OAuth client or a publisher, or the resource name of a mediation group. It looks for them in this order and says what it took the id for; --as names the kind. Of a body only the
size and the names of its members are kept; notes of operators are shown.

Examples:
  diptych explain 9f1c2f3e-6a55-4d0c-9c53-2f7c1f6c9a10
  diptych explain p-1 --as proofing --json`;

export function explainCommand(): Command {
  const command = new Command('explain')
    .description(
      'Explain a request, a rejection, or what happened to a proofing, credential, device, user or publisher',
    )
    .argument('<id>')
    .addOption(new Option('--as <kind>', 'kind of the id').choices(EXPLAINED_KINDS))
    .addHelpText('after', HELP)
    .action(explain);
  return withConnection(command);
}
