import { Command } from 'commander';
import { type Loaders, withCommands } from '../tree.ts';

/** The commands of `diptych mediation`, loaded on demand, each in a file of its own (see `command.ts`). */
const COMMANDS: Loaders = {
  accounts: async () => (await import('./commands/accounts.ts')).accounts(),
  'ad-sources': async () => (await import('./commands/ad-sources.ts')).adSources(),
  'ad-units': async () => (await import('./commands/ad-units.ts')).adUnits(),
  adapters: async () => (await import('./commands/ad-sources.ts')).adapters(),
  apply: async () => (await import('./commands/apply.ts')).apply(),
  apps: async () => (await import('./commands/apps.ts')).apps(),
  drift: async () => (await import('./commands/plan.ts')).drift(),
  experiments: async (rest) => (await import('./commands/experiments/index.ts')).experiments(rest),
  fmt: async () => (await import('./commands/fmt.ts')).fmt(),
  groups: async (rest) => (await import('./commands/groups/index.ts')).groups(rest),
  import: async () => (await import('./commands/import.ts')).importFile(),
  keys: async () => (await import('./commands/keys.ts')).keys(),
  lint: async () => (await import('./commands/lint.ts')).lint(),
  login: async () => (await import('./commands/login.ts')).login(),
  logout: async () => (await import('./commands/login.ts')).logout(),
  mappings: async (rest) => (await import('./commands/mappings/index.ts')).mappings(rest),
  plan: async () => (await import('./commands/plan.ts')).plan(),
  publish: async () => (await import('./commands/publish.ts')).publishSnapshots(),
  reports: async () => (await import('./commands/reports/index.ts')).reports(),
  resolve: async () => (await import('./commands/resolve/index.ts')).resolve(),
  rollback: async () => (await import('./commands/rollback.ts')).rollback(),
  statistics: async () => (await import('./commands/statistics.ts')).statistics(),
  schema: async () => (await import('./commands/fmt.ts')).schema(),
};

export function mediationCommand(args?: readonly string[]): Promise<Command> {
  const command = new Command('mediation').description(
    'Mediation groups, experiments and reports of a publisher, on any server that has the mediation interface',
  );
  return withCommands(command, COMMANDS, { path: ['mediation'], args });
}
