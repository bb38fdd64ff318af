import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { UsageError } from '../exit.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly holder: string;
  readonly ttl?: string;
}

async function issue(options: Options): Promise<void> {
  const { holder: holderId, ttl } = options;
  if (ttl !== undefined && !/^[1-9]\d*$/.test(ttl)) throw new UsageError('--ttl takes seconds');
  const life = ttl === undefined ? {} : { ttlSeconds: Number(ttl) };
  const answer = await callAdmin(connectionOf(options), 'issueCode', { holderId, ...life });
  print(
    answer,
    options,
    () => `${answer.code}\nfor ${answer.holderId}, until ${answer.expireTime}; it is shown only now`,
  );
}

export function codesCommand(): Command {
  const issueCommand = new Command('issue')
    .description('Issue a pre-authorization code, to be used once')
    .requiredOption('--holder <id>', 'whose record the code opens')
    .option('--ttl <seconds>', 'life of the code; else issuer.codeTtlSeconds')
    .addHelpText(
      'after',
      '\nExamples:\n  diptych codes issue --holder h-1\n  diptych codes issue --holder h-1 --ttl 3600 --json',
    )
    .action(issue);
  return new Command('codes').description('Pre-authorization codes').addCommand(withConnection(issueCommand));
}
