import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, relative, resolve } from 'node:path';

/** Quotes a text for a shell. */
export const shellWord = (text: string) =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function fileAt(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The file in `bin`, and what npm makes of it. */
const NAMES = ['diptych.js', 'diptych', 'diptych.cmd'];

/** npm puts these on the path of what it runs; later commands of the user do not find them. */
const isOfNpm = (folder: string) => folder.includes('node_modules');

/** Below npm's cache, where npx keeps a package that it runs. */
const OF_NPX = /[\\/]_npx[\\/]/;

interface Surroundings {
  readonly script?: string;
  readonly folder?: string;
  readonly path?: string;
  /** The package that `npx --package` was given. */
  readonly given?: string | undefined;
}

/** The package that npx runs, as a word of a shell; undefined without npx. */
export function packageOfNpx({
  script = process.argv[1] ?? '',
  given = process.env.npm_config_package,
}: Surroundings = {}): string | undefined {
  return OF_NPX.test(fileAt(script) ?? script) && given ? shellWord(given) : undefined;
}

/** The data folder of commands that name none. */
const DEFAULT_DATA = 'diptych-data';

/** A command of this program for the server of a data folder; a variable, because it fits before every command. */
export function commandOn(data: string, command = ownCommand(), folder = process.cwd()): string {
  const path = relative(folder, resolve(folder, data));
  if (path === DEFAULT_DATA) return command;
  const isBelow = !path.startsWith('..') && !isAbsolute(path) && path !== '';
  return `DIPTYCH_DATA=${shellWord(isBelow ? path : resolve(folder, data))} ${command}`;
}

/** The value of an option, as it was typed. */
function typedValue(args: readonly string[], option: string): string | undefined {
  const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  return at < 0 ? undefined : args[at] === option ? args[at + 1] : args[at]?.slice(option.length + 1);
}

/** A command of this program for the server that these arguments of another command name. */
export function commandLike(args: readonly string[], command = ownCommand(), folder?: string): string {
  const [data, context] = [typedValue(args, '--data'), typedValue(args, '--context')];
  const onData = data === undefined ? command : commandOn(data, command, folder);
  return context === undefined ? onData : `DIPTYCH_CONTEXT=${shellWord(context)} ${onData}`;
}

/**
 * The command that runs this program: `diptych` if a shell finds it, as after an installation. With npx it is the same npx
 * again; without `--yes` it would ask, or fail where it cannot. In a clone it is the file itself, because npx would build it
 * first.
 */
export function ownCommand(surroundings: Surroundings = {}): string {
  const {
    script = process.argv[1] ?? '',
    folder = process.cwd(),
    path = process.env.PATH ?? '',
  } = surroundings;
  // Another program may call a command, such as a test.
  if (!NAMES.includes(basename(script))) return 'diptych';
  const own = fileAt(script) ?? script;
  const npx = packageOfNpx(surroundings);
  if (npx !== undefined) return `npx --yes --package ${npx} diptych`;
  const folders = path.split(delimiter).filter((one) => one !== '' && !isOfNpm(one));
  const [found] = folders.flatMap((one) => fileAt(join(one, 'diptych')) ?? []);
  return found === own ? 'diptych' : `node ${shellWord(relative(folder, own))}`;
}
