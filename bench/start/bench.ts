import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phoneState } from '../../test/support/phone-state.ts';
import type { Bench } from '../harness/bench.ts';
import { installed, ROOT } from '../harness/installed.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(HELP.map((words) => [words, words.split(' ')])),
  ...Object.fromEntries(
    Object.entries(CALLING).map(([words, more]) => [words, [...words.split(' '), ...more]]),
  ),
};

interface Call {
  readonly group: string;
  readonly name: string;
  readonly args: readonly string[];
}

const BARE: Call = { group: 'Node alone', name: NODE, args: ['-e', '0'] };

const callsOf = (group: string, root: string): readonly Call[] =>
  Object.entries(ARGUMENTS).map(([words, args]) => ({
    group,
    name: `diptych ${words}`,
    args: [join(root, 'bin/diptych.js'), ...args],
  }));

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

function measured(
  calls: readonly Call[],
  rounds: number,
  folder: string,
): ReadonlyMap<Call, readonly Times[]> {
  const times = new Map(calls.map((call) => [call, [] as Times[]]));
  for (const { args } of calls) timesOf(args, folder);
  for (let round = 0; round < rounds; round += 1)
    for (const call of calls) times.get(call)?.push(timesOf(call.args, folder));
  return times;
}

export const startBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  writeFileSync(join(folder, 'mediation.yaml'), CONFIGURATION);
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(PLAN));
  writeFileSync(join(folder, 'wallet-state.json'), phoneState(NO_SERVER));
  const calls = [BARE, ...callsOf('the package', await installed(folder)), ...callsOf('in a clone', ROOT)];
  const times = measured(calls, rounds, folder);
  rmSync(folder, { recursive: true });
  const untilOf = (call: Call) => medianOf((times.get(call) ?? []).map(({ until }) => until));
  const bare = untilOf(BARE);
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
        lines: calls.map((call) => {
          const { group, name } = call;
          const figures = [
            untilOf(call),
            untilOf(call) / bare,
            medianOf((times.get(call) ?? []).map(({ whole }) => whole)),
          ];
          const line = { group, name, figures };
          return call === BARE ? line : { ...line, bound: { goal: 'P9', column: 1, atMost: 3 } };
        }),
      },
    ],
  };
};
