import { expect, it } from 'vitest';
import { nextTurn } from '../../../src/conventions/event-loop-turns.ts';
import type { StatisticsRow, StatisticsStore } from '../../../src/mediation/ports/statistics.ts';
import { mediationOf } from '../../support/panels.ts';
import { MEDIATION, spec, useReportWorld } from './support/report-world.ts';

const { world, headers, rowsOf } = useReportWorld();

/** While `use` runs, a report never ends, because the store has rows without end. */
async function withEndlessRows(use: (started: Promise<void>, stopped: Promise<void>) => Promise<void>) {
  const statistics = mediationOf(world().server).statistics as {
    -readonly [Key in keyof StatisticsStore]: StatisticsStore[Key];
  };
  const { rows } = statistics;
  const [started, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  statistics.rows = async function* (): AsyncGenerator<readonly StatisticsRow[]> {
    started.resolve();
    try {
      for (;;) {
        yield [];
        await nextTurn();
      }
    } finally {
      stopped.resolve();
    }
  };
  try {
    await use(started.promise, stopped.promise);
  } finally {
    statistics.rows = rows;
  }
}

it('a report is no longer made when its client has gone, and others are made again', async () => {
  await withEndlessRows(async (started, stopped) => {
    const gone = new AbortController();
    const body = JSON.stringify(spec({}));
    const ask = () =>
      fetch(`${world().url}${MEDIATION}`, { method: 'POST', headers: headers(), body, signal: gone.signal });
    // Two are made, and two wait.
    const asked = Promise.allSettled(Array.from({ length: 4 }, ask));
    await started;
    gone.abort();
    expect((await asked).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await stopped;
  });
  expect(await rowsOf({})).toHaveLength(1);
});
