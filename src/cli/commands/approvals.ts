import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

const list = () =>
  listCommand({
    method: 'listApprovals',
    member: 'approvals',
    columns: {
      approval: ({ id }) => id,
      state: ({ state }) => state,
      'what for': ({ method }) => method,
      'asked by': ({ requestedBy }) => requestedBy,
      'decided by': ({ decidedBy }) => decidedBy,
      since: ({ createTime }) => createTime,
      until: ({ expireTime }) => expireTime,
    },
    examples: '  diptych approvals list --state awaited',
  });

async function show(id: string, options: Options): Promise<void> {
  const approval = await callAdmin(connectionOf(options), 'getApproval', { id });
  print(approval, options, () => facts(approval));
}

async function approve(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'approveApproval', { id });
  print(answer, options, () => `${answer.approval.method} is done\n${facts(answer.response)}`);
}

async function refuse(id: string, options: Options): Promise<void> {
  const approval = await callAdmin(connectionOf(options), 'refuseApproval', { id });
  print(approval, options, () => `${approval.method} is refused`);
}

const APPROVE_HELP = `
It is done at once, with both names in the trail, and checked again before. Who asked for it cannot approve it; neither
can somebody with a lower role than what is asked for needs. The admin token is one person.

Examples:
  diptych approvals approve Zk3v9QpL0aXw2mTn8RbY
  diptych approvals approve Zk3v9QpL0aXw2mTn8RbY --json`;

export function approvalsCommand(): Command {
  const parts = [
    new Command('show')
      .description('Show what is asked for, and by whom')
      .argument('<id>')
      .addHelpText('after', '\nExamples:\n  diptych approvals show Zk3v9QpL0aXw2mTn8RbY')
      .action(show),
    new Command('approve')
      .description('Do what another person asked for')
      .argument('<id>')
      .addHelpText('after', APPROVE_HELP)
      .action(approve),
    new Command('refuse')
      .description('Refuse what another person asked for, or take back your own')
      .argument('<id>')
      .addHelpText('after', '\nExamples:\n  diptych approvals refuse Zk3v9QpL0aXw2mTn8RbY')
      .action(refuse),
  ];
  const command = new Command('approvals').description('What waits for a second person (admin.secondPerson)');
  command.addCommand(list());
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
