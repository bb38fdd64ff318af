import { Command } from 'commander';
import { type Loaders, withCommands } from '../../tree.ts';

const COMMANDS: Loaders = {
  list: async () => (await import('./list.ts')).listUsers(),
  disable: async () => (await import('./actions.ts')).changeUser('disableUser'),
  enable: async () => (await import('./actions.ts')).changeUser('enableUser'),
  'sign-out': async () => (await import('./actions.ts')).changeUser('signOutUser'),
  delete: async () => (await import('./actions.ts')).changeUser('deleteUser'),
  passkeys: async () => (await import('./passkeys.ts')).userPasskeys(),
  'reset-passkeys': async () => (await import('./actions.ts')).changeUser('resetUserPasskeys'),
  'end-session': async () => (await import('./actions.ts')).endSession(),
  create: async () => (await import('./edit.ts')).createUser(),
  role: async () => (await import('./edit.ts')).userRole(),
  publishers: async () => (await import('./edit.ts')).userPublishers(),
  sessions: async () => (await import('./sessions.ts')).userSessions(),
  password: async () => (await import('./edit.ts')).userPassword(),
};

export function usersCommand(args?: readonly string[]): Promise<Command> {
  const command = new Command('users').description(
    'Users, who sign in to give clients access or to administer the server',
  );
  return withCommands(command, COMMANDS, { path: ['users'], args });
}
