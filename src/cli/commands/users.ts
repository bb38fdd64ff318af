import type { Command } from 'commander';
import { isInvited } from '../../admin/contract/explained/invited.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { USER_WORDS } from '../../admin/contract/users/words.ts';
import { groupCommand } from '../admin/group-command.ts';

function userText({ email, role, state, publishers }: AdminResponse<'getUser'>): string {
  const is = `${email} is ${role === undefined ? '' : `${role}, `}${state}`;
  if (publishers.length > 0) return `${is} and may act for ${publishers.join(', ')}`;
  return role === undefined ? `${is} and has no role` : is;
}

const invitedText = ({ user, url, expireTime }: AdminResponse<'inviteUser'>): string =>
  `${user.email} is invited. Send this address only to the invited person;\nit works once, until ${expireTime}:\n\n  ${url}\n`;

export const usersCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('users', USER_WORDS, args, {
    listUsers: {
      cells: {
        state: (user: AdminResponse<'getUser'>) => (isInvited(user) ? 'invited' : user.state),
      },
    },
    createUser: { members: (_, { publishers = [] }) => ({ publishers }), text: userText },
    inviteUser: { members: (_, { publishers = [] }) => ({ publishers }), text: invitedText },
    inviteUserAgain: { text: invitedText },
    setUserRole: { text: userText },
    changeUserPublishers: { text: userText },
    listConsoleSessions: {
      head: ({ lastSignInTime = 'never' }) => `last sign-in to a console: ${lastSignInTime}`,
    },
  });
