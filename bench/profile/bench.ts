import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchTransport } from '../../src/wallet/index.ts';
import type { Bench } from '../harness/bench.ts';
import { withFolder } from '../harness/with-folder.ts';
import { serve } from '../load/serve.ts';
import { LIFE, lifeWith } from '../stack/life-cycle.ts';
import { issuerAt } from '../stack/servers.ts';
import { SETTINGS } from '../stack/windows.ts';
import { type Profile, type Served, STAGES, sharesOf } from './stages.ts';

/** Lives: until the server has compiled its code, and for each round. */
const WARM_UP = 150;
const LIVES_OF_ROUND = 20;

const microseconds = () => Number(process.hrtime.bigint() / 1000n);

export const profileBench: Bench = ({ rounds, small }) =>
  withFolder(async (folder, keep) => {
    const profiles = join(folder, 'profiles');
    const served = await serve(join(folder, 'diptych'), 1, {
      ...SETTINGS,
      NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${profiles}`,
    });
    keep(served.stop);
    const requests: Served[] = [];
    const life = lifeWith(await issuerAt(served));
    const send = fetchTransport();
    const live = () =>
      life.live(async (url, body) => {
        const from = microseconds();
        const answer = await send(url, body);
        requests.push({ operation: url.slice(url.lastIndexOf('/') + 1), from, to: microseconds() });
        return answer;
      });
    for (let left = small ? 1 : WARM_UP; left > 0; left--) await live();
    requests.length = 0;
    const lives = small ? 1 : rounds * LIVES_OF_ROUND;
    for (let left = lives; left > 0; left--) await live();
    await served.stop();
    const [file = ''] = readdirSync(profiles);
    const profile = JSON.parse(readFileSync(join(profiles, file), 'utf8')) as Profile;
    const shares = [...sharesOf(profile, requests)];
    const countOf = (name: string) => requests.filter(({ operation }) => operation === name).length / lives;
    const sumOf = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0);
    const line = (group: string, name: string, figures: readonly number[]) => ({
      group,
      name,
      figures: [sumOf(figures), ...figures],
    });
    return {
      title: 'profile: what the server does in the life of a phone',
      unit: 'request',
      notes: [
        `${lives} lives of ${LIFE} requests, one after the other, after ${small ? 1 : WARM_UP}; samples of 0.2 ms of the main thread`,
        'from the moment a request is sent until its answer is there; what the server does later is not counted',
        'the profiler makes a request slower, so these are shares; `bench -- stack` says what a life costs',
      ],
      rows: [],
      comparisons: [],
      figures: [
        {
          title: 'microseconds',
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
        },
      ],
    };
  });
