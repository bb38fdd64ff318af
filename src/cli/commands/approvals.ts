import { Command } from 'commander';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import {
  type Connection,
  type ConnectionOptions,
  connectionOf,
  withConnection,
} from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

const list = () =>
  listCommand({
    method: 'listApprovals',
    member: 'approvals',
    order: ({ state }) => (state === 'awaited' ? 'createTime' : 'createTime desc'),
    ordered:
      'The newest come first; with --state awaited, the one that has waited longest.\n--reverse reverses the order.',
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

/** Describes the request to the person who decides. */
async function about(connection: Connection, id: string): Promise<string> {
  const { method, requestedBy, arguments: wanted = {} } = await callAdmin(connection, 'getApproval', { id });
  return `${method} ${JSON.stringify(wanted)}, asked for by ${requestedBy}`;
}

function told({ approval, response }: AdminResponse<'approveApproval'>): string {
  const { method, requestedBy, state, expireTime } = approval;
  if (state === 'approved') return `${method} is approved: ${requestedBy} runs it again, until ${expireTime}`;
  return `${method} is done\n${facts(response)}`;
}

const APPROVE_HELP = `
The request is checked again and done at once, with both names in the audit log.
Imports of holders and codes are only allowed: the person who asked runs the
same command again. You cannot approve your own request, nor one that needs a
higher role than yours, nor act by the admin token, which is not a person.

Examples:
  diptych approvals approve Zk3v9QpL0aXw2mTn8RbY
  diptych approvals approve Zk3v9QpL0aXw2mTn8RbY --yes --json`;

export function approvalsCommand(): Command {
  const parts = [
    new Command('show')
      .description('Show a request and its requester')
      .argument('<id>')
      .addHelpText('after', '\nExamples:\n  diptych approvals show Zk3v9QpL0aXw2mTn8RbY')
      .action(show),
  ];
  const command = new Command('approvals').description(
    'Requests that wait for a second person (admin.secondPerson)',
  );
  command.addCommand(list());
  for (const part of parts) command.addCommand(withConnection(part));
  command.addCommand(
    actionCommand({
      method: 'approveApproval',
      about,
      told,
      help: APPROVE_HELP,
    }),
  );
  command.addCommand(
    actionCommand({
      method: 'refuseApproval',
      told: ({ method }) => `${method} is refused`,
      help: '\nExamples:\n  diptych approvals refuse Zk3v9QpL0aXw2mTn8RbY --reason incorrect',
    }),
  );
  return command;
}
