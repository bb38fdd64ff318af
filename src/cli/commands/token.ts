import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { collect, seconds } from '../options.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly publisher: string[];
  readonly scope?: string[];
  readonly ttl: string;
}

async function token(options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'issueToken', {
    publishers: options.publisher,
    scopes: options.scope ?? ['monetization', 'readonly'],
    ttlSeconds: seconds(options.ttl, '--ttl'),
  });
  print(answer, options, () => answer.accessToken);
}

const HELP = `
Example:
  TOKEN=$(diptych token --publisher pub-1234567890123456 --scope readonly)
  curl -H "Authorization: Bearer $TOKEN" \\
    http://127.0.0.1:8080/v1beta/accounts/pub-1234567890123456/mediationGroups`;

export function tokenCommand(): Command {
  const command = new Command('token')
    .description('Print an access token for the mediation interface, to try things out with')
    .requiredOption('--publisher <id>', 'publisher account; several are possible', collect)
    .option(
      '--scope <scope>',
      'monetization, readonly, report, statistics or a whole scope string; several are possible (default: monetization and readonly)',
      collect,
    )
    .option('--ttl <duration>', 'how long it lives, at most a day', '10m')
    .addHelpText('after', HELP)
    .action(token);
  return withConnection(command);
}
