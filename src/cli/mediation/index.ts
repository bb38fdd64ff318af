import { Command } from 'commander';

/** The commands of `diptych mediation`, loaded on demand, each in a file of its own (see `command.ts`). */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  accounts: async () => (await import('./commands/accounts.ts')).accounts(),
  'ad-sources': async () => (await import('./commands/ad-sources.ts')).adSources(),
  'ad-units': async () => (await import('./commands/ad-units.ts')).adUnits(),
  adapters: async () => (await import('./commands/ad-sources.ts')).adapters(),
  apply: async () => (await import('./commands/apply.ts')).apply(),
  apps: async () => (await import('./commands/apps.ts')).apps(),
  drift: async () => (await import('./commands/plan.ts')).drift(),
  experiments: async () => (await import('./commands/experiments/index.ts')).experiments(),
  fmt: async () => (await import('./commands/fmt.ts')).fmt(),
  groups: async () => (await import('./commands/groups/index.ts')).groups(),
  import: async () => (await import('./commands/import.ts')).importFile(),
  keys: async () => (await import('./commands/keys.ts')).keys(),
  lint: async () => (await import('./commands/lint.ts')).lint(),
  login: async () => (await import('./commands/login.ts')).login(),
  logout: async () => (await import('./commands/login.ts')).logout(),
  mappings: async () => (await import('./commands/mappings/index.ts')).mappings(),
  plan: async () => (await import('./commands/plan.ts')).plan(),
  publish: async () => (await import('./commands/publish.ts')).publishSnapshots(),
  reports: async () => (await import('./commands/reports/index.ts')).reports(),
  resolve: async () => (await import('./commands/resolve/index.ts')).resolve(),
  rollback: async () => (await import('./commands/rollback.ts')).rollback(),
  statistics: async () => (await import('./commands/statistics.ts')).statistics(),
  schema: async () => (await import('./commands/fmt.ts')).schema(),
};

/** The group with the named command, or with all commands if none is named. */
export async function mediationCommand([first = '']: readonly string[] = []): Promise<Command> {
  const command = new Command('mediation').description(
    'Mediation groups, experiments and reports of a publisher, on any server that has the mediation interface',
  );
  const named = Object.hasOwn(COMMANDS, first) ? [COMMANDS[first]] : Object.values(COMMANDS);
  for (const part of named) if (part) command.addCommand(await part());
  return command;
}
