import { Command } from 'commander';
import { type Loaders, withCommands } from '../../../tree.ts';

const COMMANDS: Loaders = {
  list: async () => (await import('./list.ts')).listGroups(),
  show: async () => (await import('./show.ts')).showGroup(),
  history: async () => (await import('./history.ts')).groupHistory(),
  create: async () => (await import('./create.ts')).createGroup(),
  set: async () => (await import('./set.ts')).setGroup(),
  rename: async () => (await import('./rename.ts')).renameGroup(),
  pause: async () => (await import('./states.ts')).stateCommand('pause'),
  resume: async () => (await import('./states.ts')).stateCommand('resume'),
  archive: async () => (await import('./states.ts')).stateCommand('archive'),
  unarchive: async () => (await import('./states.ts')).stateCommand('unarchive'),
  'add-line': async () => (await import('./lines.ts')).addLine(),
  'set-line': async () => (await import('./lines.ts')).setLine(),
  'remove-line': async () => (await import('./lines.ts')).removeLine(),
};

export const groups = (args?: readonly string[]): Promise<Command> =>
  withCommands(new Command('groups').description('Mediation groups and their lines'), COMMANDS, {
    path: ['mediation', 'groups'],
    args,
  });
