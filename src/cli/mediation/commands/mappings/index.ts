import { Command } from 'commander';
import { type Loaders, withCommands } from '../../../tree.ts';

const COMMANDS: Loaders = {
  list: async () => (await import('./list.ts')).listMappings(),
  create: async () => (await import('./create.ts')).createMapping(),
  import: async () => (await import('./import.ts')).importCommand(),
};

export const mappings = (args?: readonly string[]): Promise<Command> =>
  withCommands(new Command('mappings').description('Mappings of ad units to ad sources'), COMMANDS, {
    path: ['mediation', 'mappings'],
    args,
  });
