import { type Command, Option } from 'commander';
import { isInvited } from '../../admin/contract/explained/invited.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { USER_WORDS } from '../../admin/contract/users/words.ts';
import { upperFirst } from '../../conventions/upper-first.ts';
import type { ActionOptions } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import type { Connection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';

function userText({ email, role, state, publishers }: AdminResponse<'getUser'>): string {
  const is = `${email} is ${role === undefined ? '' : `${role}, `}${state}`;
  if (publishers.length > 0) return `${is} and may act for ${publishers.join(', ')}`;
  return role === undefined ? `${is} and has no role` : is;
}

const SEES_NOTHING =
  '\nWithout a role and a publisher the user can sign in, but sees no data.\nTo give them: diptych users role, diptych users publishers.\n';

function invitedText({ user, url, expireTime }: AdminResponse<'inviteUser'>): string {
  const text = `${user.email} is invited. Send this address only to the invited person;\nit works once, until ${expireTime}:\n\n  ${url}\n`;
  return user.role === undefined && user.publishers.length === 0 ? `${text}${SEES_NOTHING}` : text;
}

/** Asks before a new invitation, because it ends the password of a user who accepted the earlier one. */
async function askToEnd(connection: Connection, user: string, { yes }: ActionOptions): Promise<void> {
  const found = await callAdmin(connection, 'getUser', { user });
  // The server refuses disabled users.
  if (found.state !== 'active' || isInvited(found)) return;
  const because = `the present password of ${found.email} ends, and with it all sessions and grants`;
  await confirmed(() => `${upperFirst(because)}.`, { yes: yes === true, canUndo: true, because });
}

export const usersCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('users', USER_WORDS, args, {
    listUsers: {
      cells: {
        state: (user: AdminResponse<'getUser'>) => (isInvited(user) ? 'invited' : user.state),
      },
    },
    createUser: { members: (_, { publishers = [] }) => ({ publishers }), text: userText },
    inviteUser: { members: (_, { publishers = [] }) => ({ publishers }), text: invitedText },
    inviteUserAgain: { options: [new Option(...YES)], before: askToEnd, text: invitedText },
    setUserRole: { text: userText },
    changeUserPublishers: { text: userText },
    listConsoleSessions: {
      head: ({ lastSignInTime = 'never' }) => `last sign-in to a console: ${lastSignInTime}`,
    },
  });
