import { Command } from 'commander';
import { type Loaders, withCommands } from '../../../tree.ts';

const COMMANDS: Loaders = {
  list: async () => (await import('./list.ts')).listExperiments(),
  show: async () => (await import('./list.ts')).showExperiment(),
  start: async () => (await import('./start.ts')).startExperiment(),
  stop: async () => (await import('./stop.ts')).stopExperiment(),
};

export const experiments = (args?: readonly string[]): Promise<Command> =>
  withCommands(new Command('experiments').description('A/B experiments of mediation groups'), COMMANDS, {
    path: ['mediation', 'experiments'],
    args,
  });
