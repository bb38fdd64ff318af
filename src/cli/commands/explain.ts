import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { explanation } from '../explain-text.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

async function explain(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'getRequest', { id });
  print(answer, options, () => explanation(answer));
}

const HELP = `
Takes the requestId of a request, or the issuerErrorIdentifier of the answer to one. Shows no personal data: of a body
only its size and the names of its members are kept.

Examples:
  diptych explain 9f1c2f3e-6a55-4d0c-9c53-2f7c1f6c9a10
  diptych explain 9f1c2f3e-6a55-4d0c-9c53-2f7c1f6c9a10 --json`;

export function explainCommand(): Command {
  const command = new Command('explain')
    .description('What came with a request, which check failed, and what changed')
    .argument('<request-id>')
    .addHelpText('after', HELP)
    .action(explain);
  return withConnection(command);
}
