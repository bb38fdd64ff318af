import { describe, expect, it } from 'vitest';
import { diptych } from '../../test/support/cli.ts';

/** Building the whole tree of commands for each test is slow on a busy machine. Milliseconds. */
const SLOW = 240_000;

interface Help {
  readonly path: string;
  readonly text: string;
}

/** The commands that do something (not their groups), each with its help. */
async function commandsBelow(path: readonly string[]): Promise<readonly Help[]> {
  const { out: text } = await diptych(...path, '--help');
  const [, below] = /^Commands:\n((?: .*\n)+)/m.exec(text) ?? [];
  if (below === undefined) return [{ path: path.join(' '), text }];
  const names = [...below.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const commands: Help[] = [];
  for (const name of names) if (name !== 'help') commands.push(...(await commandsBelow([...path, name])));
  return commands;
}

const withoutExample = ({ text }: Help) => !/\nExamples?:\n {2}\S/.test(text);
const withoutStatus = ({ text }: Help) => text.match(/^Exit status: /gm)?.length !== 1;
/** Node reads this option itself, also behind the name of the script, and ends if the file does not exist. */
const withOptionOfNode = ({ text }: Help) => text.includes('--env-file');
const pathsOf = (commands: readonly Help[]) => commands.map(({ path }) => path);

describe('The help of every command', () => {
  it(
    'the help of each command has an example and the exit statuses, once, and no option of Node',
    async () => {
      const commands = await commandsBelow([]);
      expect(pathsOf(commands)).toEqual(
        expect.arrayContaining(['serve', 'holders show', 'oauth clients change', 'wallet present']),
      );
      expect(pathsOf(commands.filter(withoutExample))).toEqual([]);
      expect(pathsOf(commands.filter(withoutStatus))).toEqual([]);
      expect(pathsOf(commands.filter(withOptionOfNode))).toEqual([]);
    },
    SLOW,
  );
});
