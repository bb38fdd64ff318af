import { describe, expect, it } from 'vitest';
import { makeReport } from '../../../src/mediation/reports/make-report.ts';
import { reportDeps } from '../../../src/mediation/reports/report-deps.ts';
import type { ReportSpec } from '../../../src/mediation/reports/report-spec.ts';
import { type SentRow, store } from '../http/support/statistics.ts';
import { CATALOGUE, useWorld } from './support/world.ts';

const world = useWorld();

/** Ad sources: a network that settles, and one of which there are estimates alone. */
const [SETTLED, ESTIMATED] = ['8', '9'];

const november = (day: number) => ({ year: 2026, month: 11, day });
const WARNING = [{ type: 'OTHER', description: expect.stringContaining('settled for whole days') }];

interface Numbers {
  readonly settled: readonly SentRow[];
  readonly estimated?: readonly SentRow[];
}

/** An account in a time zone, for which a network has settled 10 November. */
async function accountIn(timeZone: string, { settled, estimated = [] }: Numbers) {
  const publisherId = await world().publisher(undefined, timeZone);
  const { statistics } = world();
  await store(statistics, { publisherId, timeZone }, estimated);
  const settles = ['2026-11-10', '2026-11-10'] as const;
  await store(statistics, { publisherId, timeZone, source: 'max', settles }, settled);
  return publisherId;
}

async function report(publisherId: string, changes: ReportSpec) {
  const publisher = (await world().store.read((reader) => reader.publisher(publisherId)))!;
  const spec: ReportSpec = {
    dateRange: { startDate: november(8), endDate: november(12) },
    dimensions: ['DATE'],
    metrics: ['ESTIMATED_EARNINGS'],
    ...changes,
  };
  const { now, statistics, store: all } = world();
  const parts = { store: all, statistics, catalogue: () => CATALOGUE, reports: reportDeps(), clock: now };
  const { rows, print, footer } = await makeReport(parts, { spec, publisher, ownNetwork: false });
  const printed = rows
    .map(print)
    .map(({ dimensionValues, metricValues }) => [
      ...Object.values(dimensionValues).map(({ value }) => value),
      Number((metricValues.ESTIMATED_EARNINGS as { readonly microsValue: string }).microsValue),
    ]);
  return { rows: printed, warnings: footer.warnings };
}

const settledAt = (time: string): SentRow => ({ time, adSourceId: SETTLED, revenueMicros: 4000 });
/** In Los Angeles it is the evening of the day before, and the morning. */
const HOURS: readonly SentRow[] = [
  { time: '2026-11-10T02:00:00Z', adSourceId: ESTIMATED, revenueMicros: 1 },
  { time: '2026-11-10T12:00:00Z', adSourceId: ESTIMATED, revenueMicros: 20 },
  // The network has settled this day.
  { time: '2026-11-10T02:00:00Z', adSourceId: SETTLED, revenueMicros: 300 },
];
const LOS_ANGELES = { timeZone: 'America/Los_Angeles' };

describe('Settled days in the time zone of a report', () => {
  it.each([
    ['Europe/Berlin', '2026-11-09T23:00:00Z'],
    ['Europe/Berlin', '2026-11-10T00:00:00Z'],
    ['Europe/Berlin', '2026-11-10T12:00:00Z'],
    ['Asia/Tokyo', '2026-11-09T15:00:00Z'],
    ['UTC', '2026-11-10T00:00:00Z'],
  ])(
    'a day of %s without hours stays its own day, wherever in it its numbers are: %s',
    async (zone, time) => {
      const account = await accountIn(zone, { settled: [settledAt(time)], estimated: HOURS });
      expect(await report(account, LOS_ANGELES)).toEqual({
        rows: [
          ['20261109', 1],
          ['20261110', 4020],
        ],
        warnings: WARNING,
      });
      expect(await report(account, {})).toEqual({ rows: [['20261110', 4021]], warnings: undefined });
      expect(await report(account, { timeZone: zone })).toMatchObject({ warnings: undefined });
    },
  );

  it('a day without hours stays its own day in a time zone further east', async () => {
    const account = await accountIn('America/Los_Angeles', { settled: [settledAt('2026-11-10T20:00:00Z')] });
    const { rows, warnings } = await report(account, { timeZone: 'Pacific/Kiritimati' });
    expect([rows, warnings]).toEqual([[['20261110', 4000]], WARNING]);
  });

  it('weeks, months and filters of dates take a day without hours as that day', async () => {
    const account = await accountIn('Europe/Berlin', { settled: [settledAt('2026-11-09T23:00:00Z')] });
    const filtered = (...values: string[]) =>
      report(account, { ...LOS_ANGELES, dimensionFilters: [{ dimension: 'DATE', matchesAny: { values } }] });
    expect((await filtered('20261110', '20261112')).rows).toEqual([['20261110', 4000]]);
    expect(await filtered('20261109')).toEqual({ rows: [], warnings: undefined });
    const months = await report(account, { ...LOS_ANGELES, dimensions: ['MONTH'] });
    expect(months.rows).toEqual([['202611', 4000]]);
    expect((await report(account, { ...LOS_ANGELES, dimensions: ['AD_SOURCE'] })).rows).toEqual([
      ['8', 4000],
    ]);
  });

  it('a settled day with hours is divided, without a warning', async () => {
    const settled = [settledAt('2026-11-10T02:00:00Z'), settledAt('2026-11-10T12:00:00Z')];
    const account = await accountIn('Europe/Berlin', { settled, estimated: HOURS });
    expect(await report(account, LOS_ANGELES)).toEqual({
      rows: [
        ['20261109', 4001],
        ['20261110', 4020],
      ],
      warnings: undefined,
    });
  });

  it('there is no warning if filters leave out the settled days', async () => {
    const account = await accountIn('Europe/Berlin', {
      settled: [{ ...settledAt('2026-11-09T23:00:00Z'), country: 'DE' }],
      estimated: HOURS.map((row) => ({ ...row, country: 'AT' })),
    });
    const inCountry = (country: string) =>
      report(account, {
        ...LOS_ANGELES,
        dimensionFilters: [{ dimension: 'COUNTRY', matchesAny: { values: [country] } }],
      });
    expect((await inCountry('AT')).warnings).toBeUndefined();
    expect((await inCountry('DE')).warnings).toEqual(WARNING);
  });
});
