import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mediationOf } from '../../support/panels.ts';
import { type SentRow, store } from './support/statistics.ts';
import { ACCOUNT, APPLOVIN, MINE, OWN_NETWORK, useHttpWorld } from './support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-rates-'));
const rates = join(folder, 'rates.csv');
afterAll(() => rmSync(folder, { recursive: true }));

/** YYYY-MM-DD, so many days ago. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const dateOf = (day: string) => {
  const [year, month, number] = day.split('-').map(Number);
  return { year, month, day: number };
};

writeFileSync(rates, `date,currency,rate\n${ago(10)},USD,1.25\n${ago(9)},USD,1.6\n`);
const world = useHttpWorld({ 'mediation.rates': rates });

interface Row {
  readonly dimensionValues: Readonly<Record<string, { readonly value: string }>>;
  readonly metricValues: Readonly<
    Record<string, { readonly integerValue?: string; readonly microsValue?: string }>
  >;
}

async function report(first: string, last: string, changes: object, kind = 'mediationReport') {
  const reportSpec = {
    dateRange: { startDate: dateOf(first), endDate: dateOf(last) },
    metrics: ['ESTIMATED_EARNINGS'],
    ...changes,
  };
  const { body } = await world().done('POST', `${ACCOUNT}/${kind}:generate`, {
    body: { reportSpec },
  });
  const messages = body as readonly {
    readonly header?: object;
    readonly row?: Row;
    readonly footer?: { readonly warnings?: object[] };
  }[];
  return {
    header: messages[0]?.header,
    warnings: messages.at(-1)?.footer?.warnings,
    rows: messages.flatMap(({ row }) =>
      row
        ? [
            [
              ...Object.values(row.dimensionValues).map(({ value }) => value),
              ...Object.values(row.metricValues).map(
                ({ integerValue, microsValue }) => integerValue ?? microsValue,
              ),
            ].join(' '),
          ]
        : [],
    ),
  };
}

const stored = (sent: object, rows: readonly SentRow[]) =>
  store(mediationOf(world().server).statistics, { publisherId: MINE, ...sent }, rows);

describe('The sums of a report', () => {
  it('money is added up exactly, beyond what a float holds', async () => {
    const time = `${ago(20)}T10:00:00Z`;
    const most = Number.MAX_SAFE_INTEGER;
    await stored({}, [
      { time, country: 'DE', revenueMicros: most },
      { time, country: 'AT', revenueMicros: most },
      { time, country: 'CH', revenueMicros: 1 },
    ]);
    expect((await report(ago(20), ago(20), {})).rows).toEqual([String(2n * BigInt(most) + 1n)]);
  });

  it('two rows of an import that no float holds are exact in the report, and a sum above an int64 is refused', async () => {
    const app = await world().done('POST', `${ACCOUNT}/apps`, { body: { platform: 'ANDROID' } });
    const unit = { appId: app.body.appId, displayName: 'Unit', adFormat: 'BANNER' };
    const { adUnitId } = (await world().done('POST', `${ACCOUNT}/adUnits`, { body: unit })).body;
    const row = { time: `${ago(17)}T10:00:00Z`, adUnitId, adSourceId: APPLOVIN };
    const rows = ['9007199254740993', '9007199254740993'].map((value) => ({
      ...row,
      revenueMicros: value,
      impressions: value,
    }));
    const sent = (batchId: string, of: readonly object[]) => ({
      body: { batchId, source: 'import', mode: 'ADD', rows: of },
    });
    const path = `${ACCOUNT}/statistics:ingest`;
    expect((await world().done('POST', path, sent('large-1', rows))).body.accepted).toBe(2);
    const metrics = ['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'OBSERVED_ECPM'];
    const expected = ['18014398509481986 18014398509481986 1000'];
    expect((await report(ago(17), ago(17), { metrics })).rows).toEqual(expected);
    const more = sent('large-2', [{ ...row, revenueMicros: String(2n ** 63n - 1n) }]);
    const { status, body } = await world().call('POST', path, more);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('larger than')]);
    expect((await report(ago(17), ago(17), { metrics })).rows).toEqual(expected);
  });

  it('amounts are converted at the rates of their days, and rounded once', async () => {
    await stored({}, [
      { time: `${ago(10)}T10:00:00Z`, revenueMicros: 1_000_000 },
      { time: `${ago(9)}T10:00:00Z`, revenueMicros: 1_000_000 },
      { time: `${ago(8)}T10:00:00Z`, revenueMicros: 3, currency: 'EUR' },
    ]);
    const localizationSettings = { currencyCode: 'EUR' };
    const { rows, warnings } = await report(ago(10), ago(8), { localizationSettings });
    expect(rows).toEqual([String(800_000 + 625_000 + 3)]);
    expect(warnings).toMatchObject([{ type: 'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY' }]);
  });

  it('earnings are those that a network settled, if it has settled the day, and estimated otherwise', async () => {
    const of = { adSourceId: '7', country: 'DE' };
    await stored({}, [
      { ...of, time: `${ago(6)}T10:00:00Z`, impressions: 10, revenueMicros: 500 },
      { ...of, time: `${ago(5)}T10:00:00Z`, impressions: 20, revenueMicros: 700 },
    ]);
    await stored({ source: 'levelplay', settles: [ago(6), ago(6)] }, [
      { ...of, time: `${ago(6)}T00:00:00Z`, revenueMicros: 450 },
    ]);
    const { rows } = await report(ago(6), ago(5), {
      dimensions: ['DATE'],
      metrics: ['ESTIMATED_EARNINGS', 'IMPRESSIONS'],
    });
    expect(rows).toEqual([`${ago(6).replaceAll('-', '')} 450 10`, `${ago(5).replaceAll('-', '')} 700 20`]);
  });

  it('in another time zone hours count for the day in which they begin, and settled days without hours stay those of the account', async () => {
    const of = { adSourceId: '8', country: 'US' };
    await stored({}, [
      { ...of, time: `${ago(3)}T02:00:00Z`, revenueMicros: 1 },
      { ...of, time: `${ago(3)}T12:00:00Z`, revenueMicros: 20 },
      { ...of, time: `${ago(2)}T02:00:00Z`, revenueMicros: 300 },
    ]);
    await stored({ source: 'max', settles: [ago(2), ago(2)] }, [
      { ...of, time: `${ago(2)}T02:00:00Z`, revenueMicros: 4000 },
    ]);
    const dimensionFilters = [{ dimension: 'COUNTRY', matchesAny: { values: ['US'] } }];
    const { rows, warnings } = await report(ago(4), ago(2), {
      dimensions: ['DATE'],
      timeZone: 'America/Los_Angeles',
      dimensionFilters,
    });
    const [before, day, settled] = [ago(4), ago(3), ago(2)].map((each) => each.replaceAll('-', ''));
    expect(rows).toEqual([`${before} 1`, `${day} 20`, `${settled} 4000`]);
    expect(warnings).toEqual([{ type: 'OTHER', description: expect.stringContaining('whole days') }]);
  });

  it('beyond the hours that are kept, a report has the days of the account and a warning', async () => {
    const [before, old, after] = [ago(121), ago(120), ago(119)];
    const dimensionFilters = [{ dimension: 'COUNTRY', matchesAny: { values: ['NZ'] } }];
    const asked = {
      dimensions: ['DATE'],
      metrics: ['CLICKS'],
      timeZone: 'Pacific/Auckland',
      dimensionFilters,
    };
    // In Auckland it is the next day.
    await stored({}, [{ time: `${old}T23:00:00Z`, country: 'NZ', clicks: 7 }]);
    const { rows, warnings, header } = await report(before, after, asked);
    expect(rows).toEqual([`${old.replaceAll('-', '')} 7`]);
    expect(header).toMatchObject({ reportingTimeZone: 'UTC' });
    expect(warnings).toEqual([{ type: 'OTHER', description: expect.stringContaining('no longer kept') }]);

    const [kept, next] = [ago(60), ago(59)];
    await stored({}, [{ time: `${kept}T23:00:00Z`, country: 'NZ', clicks: 8 }]);
    const recent = await report(kept, next, asked);
    expect(recent.rows).toEqual([`${next.replaceAll('-', '')} 8`]);
    expect(recent.header).toMatchObject({ reportingTimeZone: 'Pacific/Auckland' });
    expect(recent.warnings).toBeUndefined();
  });

  it('a time zone with the days of the account needs no hours', async () => {
    const old = ago(130);
    await stored({}, [{ time: `${old}T23:00:00Z`, clicks: 5 }]);
    const asked = { dimensions: ['DATE'], metrics: ['CLICKS'], timeZone: 'Etc/UTC' };
    const { rows, warnings, header } = await report(old, old, asked);
    expect(rows).toEqual([`${old.replaceAll('-', '')} 5`]);
    expect(warnings).toBeUndefined();
    expect(header).toMatchObject({ reportingTimeZone: 'Etc/UTC' });
  });

  it('months add up their days', async () => {
    const first = `${ago(40).slice(0, 7)}-01`;
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
    const next = new Date(Date.parse(first) + 86_400_000).toISOString().slice(0, 10);
    // A country of its own: on some days the other tests store rows of these days.
    const country = 'IS';
    await stored({}, [
      { time: `${before}T10:00:00Z`, country, clicks: 1 },
      { time: `${first}T10:00:00Z`, country, clicks: 2 },
      { time: `${next}T10:00:00Z`, country, clicks: 4 },
    ]);
    const dimensionFilters = [{ dimension: 'COUNTRY', matchesAny: { values: [country] } }];
    const asked = { dimensions: ['MONTH'], metrics: ['CLICKS'], dimensionFilters };
    const { rows } = await report(before, next, asked);
    const [one, other] = [before, first].map((day) => day.slice(0, 7).replace('-', ''));
    expect(rows).toEqual([`${one} 1`, `${other} 6`]);
  });

  it('new rates are used as soon as the file has them', async () => {
    await stored({}, [{ time: `${ago(15)}T10:00:00Z`, revenueMicros: 8 }]);
    const localizationSettings = { currencyCode: 'EUR' };
    expect((await report(ago(15), ago(15), { localizationSettings })).rows).toEqual(['']);
    writeFileSync(rates, `date,currency,rate\n${ago(15)},USD,2\n`);
    world().advance(2000);
    expect((await report(ago(15), ago(15), { localizationSettings })).rows).toEqual(['4']);
    writeFileSync(rates, 'date,currency,rate\n');
    world().advance(2000);
    const { warnings } = await report(ago(15), ago(15), { localizationSettings });
    expect(JSON.stringify(warnings)).toContain('the file of exchange rates (mediation.rates) has no rates');
    expect(JSON.stringify(warnings)).not.toContain('configured');
  });

  it('rows have the versions and the serving restriction that were sent, and types of ads have no value', async () => {
    await stored({}, [
      {
        time: `${ago(16)}T10:00:00Z`,
        adSourceId: OWN_NETWORK,
        osVersion: 'iOS 13.5.1',
        sdkVersion: '12.1',
        appVersion: '3.0',
        servingRestriction: 'RDP',
        clicks: 1,
      },
    ]);
    const dimensions = ['MOBILE_OS_VERSION', 'GMA_SDK_VERSION', 'APP_VERSION_NAME', 'SERVING_RESTRICTION'];
    const asked = { dimensions: [...dimensions, 'AD_TYPE'], metrics: ['CLICKS'] };
    const { rows } = await report(ago(16), ago(16), asked, 'networkReport');
    expect(rows).toEqual(['iOS 13.5.1 12.1 3.0 RDP  1']);
  });

  it('a report warns of a source that sent daily and is late, if it has days since', async () => {
    for (const day of [6, 5, 4, 3])
      await stored({ source: 'late', receivedAt: Date.now() - day * 86_400_000 }, [
        { time: `${ago(day)}T00:00:00Z`, clicks: 1 },
      ]);
    const warningsOf = async (last: number) => (await report(ago(7), ago(last), {})).warnings;
    expect(await warningsOf(1)).toMatchObject([{ type: 'DATA_DELAYED' }]);
    expect(await warningsOf(4)).toBeUndefined();
  });
});
