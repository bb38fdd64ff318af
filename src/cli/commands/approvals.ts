import type { Command } from 'commander';
import { APPROVAL_WORDS } from '../../admin/contract/approvals/words.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import { facts } from '../output.ts';

/** Describes the request to the person who decides. */
async function about(connection: Connection, id: string): Promise<string> {
  const {
    method,
    requestedBy,
    requestedByName,
    arguments: wanted = {},
  } = await callAdmin(connection, 'getApproval', { id });
  return `${method} ${JSON.stringify(wanted)}, requested by ${requestedByName ?? requestedBy}`;
}

function text({ approval, response }: AdminResponse<'approveApproval'>): string {
  const { method, requestedBy, requestedByName, state, expireTime } = approval;
  if (state === 'approved')
    return `${method} is approved: ${requestedByName ?? requestedBy} runs it again, until ${expireTime}`;
  return `${method} is done\n${facts(response)}`;
}

export const approvalsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('approvals', APPROVAL_WORDS, args, { approveApproval: { about, text } });
