import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../harness/bench.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const COMMAND = at('../../bin/diptych.js');

/** Nothing listens there: the command ends when it calls the server. */
const NOBODY = 'http://127.0.0.1:9';

const NODE = 'node -e 0';
const CALLS: Readonly<Record<string, readonly string[]>> = {
  [NODE]: ['-e', '0'],
  'diptych --help': [COMMAND, '--help'],
  'diptych users --help': [COMMAND, 'users', '--help'],
  'diptych users list': [COMMAND, 'users', 'list', '--admin-url', NOBODY, '--token', 'x'],
  'diptych mediation groups list': [
    ...[COMMAND, 'mediation', 'groups', 'list', '--base-url', NOBODY, '--token', 'x'],
  ],
};

/** Processor time of a whole process, in milliseconds. */
function timeOf(args: readonly string[]): number {
  const { output } = spawnSync(process.execPath, ['--require', at('../harness/usage.cjs'), ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return (JSON.parse(String(output[3])) as { readonly cpu: number }).cpu / 1000;
}

const medianOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

export const startBench: Bench = async ({ rounds }) => {
  const times = new Map(Object.keys(CALLS).map((name) => [name, [] as number[]]));
  for (const args of Object.values(CALLS)) timeOf(args);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, args] of Object.entries(CALLS)) times.get(name)?.push(timeOf(args));
  const bare = medianOf(times.get(NODE) ?? []);
  return {
    title: 'start: commands until they call the server, beside Node that does nothing',
    unit: 'start',
    notes: ['Medians of whole processes. The commands that call a server find nobody there.'],
    rows: [],
    comparisons: [],
    figures: [
      {
        title: 'processor time',
        columns: ['ms', `times ${NODE}`],
        lines: [...times].map(([name, each]) => {
          const median = medianOf(each);
          const line = { group: 'in a clone', name, figures: [median, median / bare] };
          return name === NODE ? line : { ...line, bound: { goal: 'P9', column: 1, atMost: 3 } };
        }),
      },
    ],
  };
};
