import { describe, expect, it } from 'vitest';
import { diptych } from '../../test/support/cli.ts';

/** Building the whole tree of commands for each test is slow on a busy machine. Milliseconds. */
const SLOW = 240_000;

interface Help {
  readonly path: string;
  readonly text: string;
}

/** Each command and group of commands with its help. */
async function commandsBelow(path: readonly string[]): Promise<readonly Help[]> {
  const { out: text } = await diptych(...path, '--help');
  const [, below = ''] = /^Commands:\n((?: .*\n)+)/m.exec(text) ?? [];
  const names = [...below.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const commands: Help[] = [{ path: path.join(' '), text }];
  for (const name of names) if (name !== 'help') commands.push(...(await commandsBelow([...path, name])));
  return commands;
}

const withoutExample = ({ text }: Help) => !/\nExamples?:\n {2}\S/.test(text);
const withoutStatus = ({ text }: Help) => text.match(/^Exit status: /gm)?.length !== 1;
/** Node reads this option itself, also behind the name of the script, and ends if the file does not exist. */
const withOptionOfNode = ({ text }: Help) => text.includes('--env-file');
/** Text fits 80 columns, as the options do without a terminal. Examples are pasted, so they may take 100. */
const isTooWide = (line: string) => line.length > (line.startsWith(' ') ? 100 : 80);
const withWideLine = ({ text }: Help) => text.split('\n').some(isTooWide);

/** What is wrong with the examples of a command: commands that do not exist, or do not have the option. */
function wrongExamples({ path, text }: Help, commands: readonly Help[]): readonly string[] {
  const [, examples = ''] = /\nExamples?:\n((?: .*\n)+)/.exec(text) ?? [];
  const calls = examples
    .replaceAll('\\\n', '')
    .matchAll(/(?<![\w/])diptych ((?:[^\n'"|)]|'[^']*'|"[^"]*")*)/g);
  return [...calls].flatMap(([, call = '']) => {
    const known = commands.filter((one) => one.path !== '' && `${call} `.startsWith(`${one.path} `)).at(-1);
    const options = call.match(/(?<=\s)--[a-z-]+/g) ?? [];
    const rest = known === undefined ? '' : call.slice(known.path.length + 1);
    const isGroup = commands.some((one) => one.path.startsWith(`${known?.path} `));
    const isRight =
      known && !(isGroup && /^[a-z]/.test(rest)) && options.every((option) => known.text.includes(option));
    return isRight ? [] : [`${path}: ${call}`];
  });
}

const pathsOf = (commands: readonly Help[]) => commands.map(({ path }) => path);

describe('The help of every command', () => {
  it(
    'the help of each command has an example, the exit statuses once, no option of Node, no wide line, and right examples',
    async () => {
      const commands = await commandsBelow([]);
      expect(pathsOf(commands)).toEqual(
        expect.arrayContaining(['', 'serve', 'holders', 'holders show', 'oauth clients change']),
      );
      expect(pathsOf(commands.filter(withoutExample))).toEqual([]);
      expect(pathsOf(commands.filter(withoutStatus))).toEqual([]);
      expect(pathsOf(commands.filter(withOptionOfNode))).toEqual([]);
      expect(pathsOf(commands.filter(withWideLine))).toEqual([]);
      expect(commands.flatMap((one) => wrongExamples(one, commands))).toEqual([]);
    },
    SLOW,
  );
});
