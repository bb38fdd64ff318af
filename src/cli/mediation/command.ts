import { Command } from 'commander';
import { EXIT, withStatuses } from '../exit.ts';
import { WIDE } from '../options.ts';
import {
  type MediationOptions,
  type MediationSession,
  mediationSession,
  withMediation,
} from './connection.ts';

interface Leaf<Options> {
  /** Name and arguments, such as `show <group>`. */
  readonly name: string;
  readonly description: string;
  /** Commands to copy, one per line, without indentation; shown in the help. */
  readonly examples: readonly string[];
  /** Further text of the help. */
  readonly help?: string;
  /** The last line of the help, of a command that exits with 1 for every error, also for wrong usage. */
  readonly statuses?: string;
  /** The command prints a table; it then takes --wide. */
  readonly hasTable?: boolean;
  /** Adds the command's own options. */
  readonly options?: (command: Command) => Command;
  readonly run: (
    session: MediationSession,
    options: Options & MediationOptions,
    ...args: string[]
  ) => Promise<void>;
}

/** The command `show <group>` has the name and the argument in one text. */
function named(text: string): Command {
  const [name, ...args] = text.split(' ');
  const command = new Command(name);
  for (const arg of args) command.argument(arg);
  return command;
}

/**
 * A command of `diptych mediation` that talks to a server:
 *
 * 1. Write `commands/NAME.ts` that exports a function, and name it in `index.ts`.
 * 2. Make the command with `leaf`. `run` gets the client (`session.api.call('accounts.mediationGroups.list', …)`, with the
 *    methods and types of the contract), the account (`await session.account()`), the options and the arguments. A variadic
 *    argument arrives as an array.
 * 3. Print with `print(answer, options, () => text)`: JSON with `--json`, otherwise the text.
 * 4. Throw `UsageError` for wrong usage (status 2). Refusals of the server (1) and failed connections (3) need no code;
 *    `process.exitCode = …` sets another status, and `statuses` tells it in the help.
 */
export function leaf<Options = object>({
  name,
  description,
  examples,
  help,
  statuses,
  hasTable = false,
  options,
  run,
}: Leaf<Options>): Command {
  const command = withMediation((options ?? ((same) => same))(named(name).description(description)));
  if (hasTable) command.option(...WIDE);
  const label = examples.length === 1 ? 'Example' : 'Examples';
  const shown = examples.map((line) => `  ${line}`).join('\n');
  command.addHelpText('after', `${help === undefined ? '' : `\n${help}\n`}\n${label}:\n${shown}`);
  if (statuses !== undefined) withStatuses(command, { help: statuses, usage: EXIT.failed });
  return command.action(async (...given: unknown[]) => {
    const [values, args] = [given.at(-2) as Options & MediationOptions, given.slice(0, -2) as string[]];
    await run(mediationSession(values), values, ...args);
  });
}

/** A group of commands. */
export function group(name: string, description: string, parts: readonly Command[]): Command {
  const command = named(name).description(description);
  for (const part of parts) command.addCommand(part);
  return command;
}
