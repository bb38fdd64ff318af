import { Command } from 'commander';
import { type Loaders, withCommands } from '../../tree.ts';

const COMMANDS: Loaders = {
  list: async () => (await import('./list.ts')).listHolders(),
  import: async () => (await import('./import.ts')).importHolders(),
  show: async () => (await import('./look.ts')).showHolder(),
  search: async () => (await import('./search.ts')).searchHolders(),
  record: async () => (await import('./look.ts')).holderRecord(),
  portrait: async () => (await import('./look.ts')).holderPortrait(),
  encrypt: async () => (await import('./encrypt.ts')).encryptHolders(),
  refresh: async () => (await import('./actions.ts')).refreshHolder(),
  revoke: async () => (await import('./actions.ts')).revokeHolder(),
  erase: async () => (await import('./actions.ts')).eraseHolder(),
  receipt: async () => (await import('../../holders/receipt-commands.ts')).receiptCommand(),
  'check-receipt': async () => (await import('../../holders/receipt-commands.ts')).checkReceiptCommand(),
  map: async () => (await import('../../holders/prepare-commands.ts')).mapCommand(),
  template: async () => (await import('../../holders/prepare-commands.ts')).templateCommand(),
};

export function holdersCommand(args?: readonly string[]): Promise<Command> {
  const command = new Command('holders').description('The people who get documents');
  return withCommands(command, COMMANDS, { path: ['holders'], args });
}
