import { Command } from 'commander';

/** The commands of `diptych mediation`, loaded on demand, each in a file of its own (see `command.ts`). */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  accounts: async () => (await import('./commands/accounts.ts')).accounts(),
  groups: async () => (await import('./commands/groups/index.ts')).groups(),
  rollback: async () => (await import('./commands/rollback.ts')).rollback(),
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
