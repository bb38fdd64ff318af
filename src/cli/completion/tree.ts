import commands from '../methods/commands.json' with { type: 'json' };
import type { CommandOutline } from '../methods/index.ts';

const OUTLINES = Object.entries(commands) as readonly (readonly [string, CommandOutline])[];

/** An option by its long names. */
export interface CompletedOption {
  readonly names: readonly string[];
  readonly takesValue: boolean;
  readonly values: readonly string[];
}

/** What can follow a command. */
export interface Completed {
  /** Words of the command; empty for `diptych` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Values of its arguments, where they are listed. */
  readonly values: readonly string[];
}

const HELP: CompletedOption = { names: ['--help'], takesValue: false, values: [] };

const optionsOf = ({ options = {} }: Partial<CommandOutline>): readonly CompletedOption[] =>
  Object.entries(options).map(([flags, values]) => ({
    names: flags.match(/--[a-z-]+/g) ?? [],
    takesValue: /[<[]/.test(flags),
    values,
  }));

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
  return { path, commands: children, options: [...optionsOf(outline), HELP], values: outline.values ?? [] };
}

/** `diptych` and every command, with what can follow it. */
export const COMPLETED: readonly Completed[] = [
  completed('', { options: { '--version': [] } }),
  ...OUTLINES.map(([path, outline]) => completed(path, outline)),
];
