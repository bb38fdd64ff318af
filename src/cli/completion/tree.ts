import commands from '../methods/commands.json' with { type: 'json' };
import type { CommandOutline } from '../methods/index.ts';

const OUTLINES = Object.entries(commands) as readonly (readonly [string, CommandOutline])[];

/** An option by its long names. */
export interface CompletedOption {
  readonly names: readonly string[];
  readonly takesValue: boolean;
  readonly values: Values;
}

/** The command that prints the values; they are not known when the script is made. */
interface Printed {
  readonly command: string;
}

export type Values = readonly string[] | Printed;

export const isPrinted = (values: Values): values is Printed => 'command' in values;

const CONTEXTS: Values = { command: 'diptych contexts list --names 2>/dev/null' };

/** What can follow a command. */
interface Completed {
  /** Words of the command; empty for `diptych` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Values of its arguments, where they are listed. */
  readonly values: Values;
}

const HELP: CompletedOption = { names: ['--help'], takesValue: false, values: [] };

const optionsOf = ({ options = {} }: Partial<CommandOutline>): readonly CompletedOption[] =>
  Object.entries(options).map(([flags, values]) => {
    const names: readonly string[] = flags.match(/--[a-z-]+/g) ?? [];
    const isContext = names.includes('--context');
    return { names, takesValue: /[<[]/.test(flags), values: isContext ? CONTEXTS : values };
  });

/** Commands whose argument is a context. */
const OF_CONTEXT: ReadonlySet<string> = new Set(['contexts use', 'contexts remove']);

/** The last word, if the others are those of the path. */
function childOf(path: string, words: string): string | undefined {
  const start = path === '' ? '' : `${path} `;
  if (!words.startsWith(start)) return undefined;
  const name = words.slice(start.length);
  return name.includes(' ') ? undefined : name;
}

function completed(path: string, outline: Partial<CommandOutline>): Completed {
  const children = OUTLINES.flatMap(([words, { description }]) => {
    const name = childOf(path, words);
    return name === undefined ? [] : [{ name, description }];
  });
  const values = OF_CONTEXT.has(path) ? CONTEXTS : (outline.values ?? []);
  return { path, commands: children, options: [...optionsOf(outline), HELP], values };
}

/** `diptych` and every command, with what can follow it. */
export const COMPLETED: readonly Completed[] = [
  completed('', { options: { '--version': [] } }),
  ...OUTLINES.map(([path, outline]) => completed(path, outline)),
];
