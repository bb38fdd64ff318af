import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchTransport } from '../../src/wallet/index.ts';
import { commitBefore } from '../before/commit-before.ts';
import { ALIKE, serveKnown } from '../before/serve-known.ts';
import type { Bench } from '../harness/bench.ts';
import type { FigureTable } from '../harness/report.ts';
import { type Keep, withFolder } from '../harness/with-folder.ts';
import { type Served, serve } from '../load/serve.ts';
import { LIFE, lifeWith } from '../stack/life-cycle.ts';
import { issuerAt } from '../stack/servers.ts';
import { SETTINGS } from '../stack/windows.ts';
import { type Answered, type Profile, STAGES, sharesOf } from './stages.ts';

/** Lives: until a server has compiled its code, and for each round. */
const WARM_UP = 150;
const LIVES_OF_ROUND = 20;

type Start = (data: string, settings: Readonly<Record<string, string>>) => Promise<Served>;

/** A server under the profiler. */
interface Profiled {
  live(lives: number): Promise<void>;
  /** Ends the server. The lives since `forget` count. */
  table(title: string): Promise<FigureTable>;
  forget(): void;
}

const microseconds = () => Number(process.hrtime.bigint() / 1000n);

async function profiled(folder: string, start: Start, keep: Keep): Promise<Profiled> {
  const profiles = `${folder}.profiles`;
  const served = await start(folder, {
    ...SETTINGS,
    ...ALIKE,
    NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${profiles}`,
  });
  keep(served.stop);
  const requests: Answered[] = [];
  const life = lifeWith(await issuerAt(served));
  const send = fetchTransport();
  const live = () =>
    life.live(async (url, body) => {
      const from = microseconds();
      const answer = await send(url, body);
      requests.push({ operation: url.slice(url.lastIndexOf('/') + 1), from, to: microseconds() });
      return answer;
    });
  return {
    async live(lives) {
      for (let left = lives; left > 0; left--) await live();
    },
    forget() {
      requests.length = 0;
    },
    async table(title) {
      await served.stop();
      // Each thread writes a profile; the main thread has the most to say.
      const texts = readdirSync(profiles).map((name) => readFileSync(join(profiles, name), 'utf8'));
      const [text = ''] = texts.toSorted((one, other) => other.length - one.length);
      return tableOf(title, JSON.parse(text) as Profile, requests);
    },
  };
}

const sumOf = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0);

function tableOf(title: string, profile: Profile, requests: readonly Answered[]): FigureTable {
  const shares = [...sharesOf(profile, requests)];
  const lives = requests.length / LIFE;
  const countOf = (name: string) => requests.filter(({ operation }) => operation === name).length / lives;
  const line = (group: string, name: string, figures: readonly number[]) => ({
    group,
    name,
    figures: [sumOf(figures), ...figures],
  });
  return {
    title,
    columns: ['all', ...STAGES],
    lines: [
      ...shares.map(([name, share]) =>
        line(
          'one request',
          name,
          STAGES.map((stage) => share[stage]),
        ),
      ),
      line(
        `one life, ${LIFE} requests`,
        'all operations',
        STAGES.map((stage) => sumOf(shares.map(([name, share]) => share[stage] * countOf(name)))),
      ),
    ],
  };
}

export const profileBench: Bench = ({ rounds, small, before }) =>
  withFolder(async (folder, keep) => {
    const starts: [string, Start][] = [['microseconds', (data, settings) => serve(data, 1, settings)]];
    const commit = before === undefined ? undefined : commitBefore(before, join(folder, 'tree'), keep);
    if (commit)
      starts.push(['before', async (data, settings) => (await serveKnown(commit, data, settings)).served]);
    const servers: [string, Profiled][] = [];
    for (const [title, start] of starts)
      servers.push([title, await profiled(join(folder, title), start, keep)]);
    const warmUp = small ? 1 : WARM_UP;
    for (const [, server] of servers) {
      await server.live(warmUp);
      server.forget();
    }
    const turns = small ? 1 : rounds;
    const livesOfTurn = small ? 1 : LIVES_OF_ROUND;
    for (let turn = 0; turn < turns; turn += 1)
      for (const [, server] of servers) await server.live(livesOfTurn);
    const figures: FigureTable[] = [];
    for (const [title, server] of servers) figures.push(await server.table(title));
    return {
      title: 'profile: what the server does in the life of a phone',
      unit: 'request',
      notes: [
        `${turns * livesOfTurn} lives of ${LIFE} requests, one after the other, after ${warmUp}; samples of 0.2 ms of the main thread`,
        'from the moment a request is sent until its answer is there; what the server does later is not counted',
        'the profiler makes a request slower, so these are shares; `bench -- stack` says what a life costs',
        ...(commit ? [`before: ${commit.title}; both servers live their rounds by turns`] : []),
      ],
      rows: [],
      comparisons: [],
      figures,
    };
  });
