import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phoneState } from '../../test/support/phone-state.ts';
import type { Bench } from '../harness/bench.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const COMMAND = at('../../bin/diptych.js');

/** Nothing listens there: the command ends when it calls the server. */
const NO_SERVER = 'http://127.0.0.1:9';

const ADMIN = ['--admin-url', NO_SERVER, '--token', 'x'];
const MEDIATION = ['--base-url', NO_SERVER, '--token', 'x', '--account', 'pub-1111111111111111'];

const CONFIGURATION = 'version: 1\npublisher: pub-1111111111111111\n';
const PLAN = {
  kind: 'diptych-mediation-plan',
  version: 1,
  file: 'mediation.yaml',
  text: CONFIGURATION,
  options: {},
  plan: {},
};

const NODE = 'node -e 0';
const HELP: readonly string[] = ['--help', 'users --help', 'mediation lint --help'];
/** Each with what it needs besides. */
const CALLING: Readonly<Record<string, readonly string[]>> = {
  'users list': ADMIN,
  'events verify': ADMIN,
  'holders import': ['holders.json', ...ADMIN],
  login: ['--admin-url', NO_SERVER],
  conformance: ['--base-url', NO_SERVER],
  'mediation groups list': MEDIATION,
  'mediation lint': MEDIATION,
  'mediation lint --file': ['mediation.yaml', ...MEDIATION],
  'mediation plan': MEDIATION,
  'mediation apply plan.json': MEDIATION,
  'mediation rollback': ['--at', '2026-11-22T12:00:00Z', '--dry-run', ...MEDIATION],
  'mediation statistics import': ['max.csv', '--source', 'max', ...MEDIATION],
  'mediation resolve': ['--app', 'x', '--ad-unit', 'x', ...MEDIATION],
  'mediation login': ['--base-url', NO_SERVER],
  'wallet register': ['--state', 'new.json', '--server', NO_SERVER],
  'wallet proof': ['--code', 'x'],
  'wallet status': [],
  'wallet cancel': [],
  'wallet provision': [],
  'wallet refresh': [],
  'wallet update': [],
  'wallet delete': [],
};

const CALLS: Readonly<Record<string, readonly string[]>> = {
  [NODE]: ['-e', '0'],
  ...Object.fromEntries(HELP.map((words) => [`diptych ${words}`, [COMMAND, ...words.split(' ')]])),
  ...Object.fromEntries(
    Object.entries(CALLING).map(([words, more]) => [
      `diptych ${words}`,
      [COMMAND, ...words.split(' '), ...more],
    ]),
  ),
};

interface Times {
  /** Milliseconds of processor time until the process calls a server; of all of it, if it calls none. */
  readonly until: number;
  readonly whole: number;
}

function timesOf(args: readonly string[], folder: string): Times {
  const { output } = spawnSync(process.execPath, ['--require', at('../harness/usage.cjs'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const { cpu, called = cpu } = JSON.parse(String(output[3])) as {
    readonly cpu: number;
    readonly called?: number;
  };
  return { until: called / 1000, whole: cpu / 1000 };
}

const medianOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

function measured(rounds: number, folder: string): ReadonlyMap<string, readonly Times[]> {
  const times = new Map(Object.keys(CALLS).map((name) => [name, [] as Times[]]));
  for (const args of Object.values(CALLS)) timesOf(args, folder);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, args] of Object.entries(CALLS)) times.get(name)?.push(timesOf(args, folder));
  return times;
}

export const startBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  writeFileSync(join(folder, 'mediation.yaml'), CONFIGURATION);
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(PLAN));
  writeFileSync(join(folder, 'wallet-state.json'), phoneState(NO_SERVER));
  const times = measured(rounds, folder);
  rmSync(folder, { recursive: true });
  const untilOf = (name: string) => medianOf((times.get(name) ?? []).map(({ until }) => until));
  const bare = untilOf(NODE);
  return {
    title: 'start: commands until they call the server, beside Node that does nothing',
    unit: 'start',
    notes: [
      'Median processor time until the first HTTP request. No server listens at the address, so the command then ends.',
      'mediation plan and mediation lint --file parse their file while the server answers.',
    ],
    rows: [],
    comparisons: [],
    figures: [
      {
        title: 'processor time',
        columns: ['ms', `times ${NODE}`, 'ms to the end'],
        lines: Object.keys(CALLS).map((name) => {
          const figures = [
            untilOf(name),
            untilOf(name) / bare,
            medianOf((times.get(name) ?? []).map(({ whole }) => whole)),
          ];
          const line = { group: 'in a clone', name, figures };
          return name === NODE ? line : { ...line, bound: { goal: 'P9', column: 1, atMost: 3 } };
        }),
      },
    ],
  };
};
