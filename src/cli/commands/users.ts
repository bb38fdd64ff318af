import type { Command } from 'commander';
import { isInvited } from '../../admin/contract/explained/invited.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { USER_WORDS } from '../../admin/contract/users/words.ts';
import { groupCommand } from '../admin/group-command.ts';

function userText({ email, role, state, publishers }: AdminResponse<'getUser'>): string {
  const accounts = publishers.length > 0 ? publishers.join(', ') : 'no publisher account';
  return `${email} is ${role === undefined ? '' : `${role}, `}${state} and may act for ${accounts}`;
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
