import { Command } from 'commander';
import { listCommand } from '../admin/list-command.ts';

const list = () =>
  listCommand({
    method: 'listRefusedRequests',
    member: 'requests',
    limit: 100,
    ordered: 'The newest come first. diptych explain shows one by its request or error.',
    wideOnly: ['device'],
    ids: ['request'],
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
