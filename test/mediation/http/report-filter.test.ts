import { expect, it } from 'vitest';
import type { StatisticsStore } from '../../../src/mediation/ports/statistics.ts';
import { mediationOf } from '../../support/panels.ts';
import { useReportWorld } from './support/report-world.ts';
import { store } from './support/statistics.ts';
import { MINE } from './support/world.ts';

const { world, rowsOf } = useReportWorld();

/** Counts what a report reads from the store. */
async function counted(use: () => Promise<void>): Promise<{ rows: number; dimensions: number }> {
  const statistics = mediationOf(world().server).statistics as {
    -readonly [Key in keyof StatisticsStore]: StatisticsStore[Key];
  };
  const { rows, dimensions } = statistics;
  const count = { rows: 0, dimensions: 0 };
  statistics.rows = async function* (query) {
    for await (const page of rows(query)) {
      count.rows += page.length;
      yield page;
    }
  };
  statistics.dimensions = async function* (query) {
    for await (const page of dimensions(query)) {
      count.dimensions += page.length;
      yield page;
    }
  };
  try {
    await use();
  } finally {
    Object.assign(statistics, { rows, dimensions });
  }
  return count;
}

it('a report of one of many ad units reads no rows of the others', async () => {
  const unitOf = (number: number) => String(3_000_000_000 + number);
  const of = { source: 'levelplay', publisherId: MINE };
  const { statistics } = mediationOf(world().server);
  const days = ['2026-10-01', '2026-10-02'];
  const rows = days.flatMap((day) =>
    Array.from({ length: 300 }, (_, number) => ({
      time: `${day}T10:00:00Z`,
      adUnit: unitOf(number),
      adSourceId: '7',
      clicks: number,
    })),
  );
  await store(statistics, of, rows);
  const dateRange = {
    startDate: { year: 2026, month: 10, day: 1 },
    endDate: { year: 2026, month: 10, day: 2 },
  };
  const filter = (...numbers: number[]) => ({
    dimension: 'AD_UNIT',
    matchesAny: { values: numbers.map((number) => `ca-app-${MINE}/${unitOf(number)}`) },
  });
  const clicksOf = async (changes: object) =>
    (await rowsOf({ dateRange, metrics: ['CLICKS'], ...changes })).map(
      (row) => row.metricValues.CLICKS.integerValue,
    );
  for (const timeZone of ['UTC', 'America/Sao_Paulo']) {
    const some = { dimensions: ['DATE'], dimensionFilters: [filter(40, 2)], timeZone };
    expect(await counted(async () => expect(await clicksOf(some)).toEqual(['42', '42']))).toEqual({
      rows: 4,
      dimensions: 2,
    });
  }
  const none = { dimensionFilters: [filter(1000)] };
  expect(await counted(async () => expect(await clicksOf(none)).toEqual([]))).toEqual({
    rows: 0,
    dimensions: 0,
  });
  const all = await counted(async () => expect(await clicksOf({})).toEqual(['89700']));
  expect(all.rows).toBe(600);
});
