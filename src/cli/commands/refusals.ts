import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { methodCommand } from '../admin/method-command.ts';
import { facts, print } from '../output.ts';

const list = () =>
  listCommand({
    method: 'listRefusedRequests',
    member: 'requests',
    limit: 100,
    ordered: 'The newest come first. diptych explain shows one by its request or error.',
    wideOnly: ['device'],
    columns: {
      time: ({ time }) => time,
      operation: ({ operation }) => operation,
      reason: ({ reason }) => reason,
      check: ({ failedCheck }) => failedCheck,
      device: ({ deviceReferenceId }) => deviceReferenceId,
      request: ({ requestId }) => requestId,
    },
    examples: '  diptych refusals list --operation proofUser --limit 20',
  });

export function refusalsCommand(): Command {
  return new Command('refusals').description('Requests that were refused').addCommand(list());
}

async function counts(options: ConnectionOptions): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'getCounts', {});
  print(answer, options, () => facts(answer));
}

export function countsCommand(): Command {
  const command = methodCommand('getCounts')
    .addHelpText('after', '\nExample:\n  diptych counts --json')
    .action(counts);
  return withConnection(command);
}
