import { Command } from 'commander';
import type { CommandOutline } from './methods/index.ts';

/** Loads a command. `rest`: what follows its name on the command line; absent: everything below it is loaded too. */
export type Loaders = Readonly<Record<string, (rest?: readonly string[]) => Promise<Command>>>;

/** Enough of a command for the help of its group: loading it would take longer. */
function unloaded(name: string, { description, arguments: args, options }: CommandOutline): Command {
  const command = new Command(name).description(description);
  for (const argument of args ?? []) command.argument(argument);
  if (options !== undefined) command.option(Object.keys(options)[0] ?? '');
  return command;
}

/**
 * Adds to a group the command that `args` calls. If they call none, all of them are shown in the help, so each is added as
 * `npm run docs` wrote it into commands.json. Without `args`, all are loaded.
 */
export async function withCommands(
  group: Command,
  loaders: Loaders,
  { path, args }: { readonly path: readonly string[]; readonly args: readonly string[] | undefined },
): Promise<Command> {
  if (args === undefined) {
    for (const load of Object.values(loaders)) group.addCommand(await load());
    return group;
  }
  const [name = '', ...rest] = args;
  if (Object.hasOwn(loaders, name)) return group.addCommand((await loaders[name]?.(rest)) as Command);
  const { default: outlines } = await import('./methods/commands.json', { with: { type: 'json' } });
  const known = outlines as Readonly<Record<string, CommandOutline>>;
  for (const child of Object.keys(loaders)) {
    const outline = known[[...path, child].join(' ')];
    if (outline) group.addCommand(unloaded(child, outline));
  }
  return group;
}
