import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, APPLOVIN, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';
import { type Stock, stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const DAY = ago(1);
/** Each test of money has its own day. */
let daysBack = 40;

async function ingest(body: object): Promise<void> {
  const { body: answer } = await world().done('POST', `${ACCOUNT}/statistics:ingest`, { body });
  expect(answer).toMatchObject({ accepted: 1 });
}

let racing: Stock;
beforeAll(async () => {
  racing = await stock(world());
  const targeting = { platform: 'ANDROID', format: 'BANNER', adUnitIds: [racing.start, racing.finish] };
  const made = await newGroup(world(), { displayName: 'Races', targeting });
  const row = (adUnitId: string, country: string, impressions: string, revenueMicros: string) => ({
    time: `${DAY}T10:00:00Z`,
    ...{ adUnitId, country, impressions, revenueMicros, adSourceId: APPLOVIN, lineId: made.lineId },
    mediationGroupId: made.group.mediationGroupId,
    adRequests: '1000',
    matchedRequests: '500',
  });
  const { body } = await world().done('POST', `${ACCOUNT}/statistics:ingest`, {
    body: {
      batchId: 'b-1',
      source: 'relay',
      mode: 'ADD',
      rows: [
        row(racing.start, 'DE', '400', '1234567'),
        row(racing.start, 'AT', '100', '500000'),
        row(racing.finish, 'DE', '200', '123456789'),
      ],
    },
  });
  expect(body).toMatchObject({ accepted: 3 });
});

const report = ['reports', 'mediation', '--dates', DAY];

describe('diptych mediation reports', () => {
  it('prints a table of the days with amounts, prices and rates', async () => {
    const { exit, out, err } = await mediation('reports', 'mediation', '--only', 'ad-unit=Start');
    expect(exit, err).toBe(0);
    expect(
      out
        .split('\n')
        .slice(0, 2)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['DATE', 'REVENUE', 'IMPRESSIONS', 'ECPM', 'MATCH RATE'],
      [DAY, '1.73', '500', '3.47', '50%'],
    ]);
  });

  it('names things instead of their ids, sorts and filters by names', async () => {
    const { out } = await mediation(
      ...report,
      '--by',
      'unit,source',
      '--sort',
      '-earnings',
      '--show',
      'earnings',
    );
    expect(out).toMatch(/APP +UNIT +SOURCE +REVENUE\nRacing +Finish +AppLovin +123\.46\nRacing +Start/);
    const { out: only } = await mediation(
      ...report,
      '--by',
      'country',
      '--only',
      'group=races',
      '--only',
      'country=AT',
    );
    expect(only.trim().split('\n').length).toBe(2);
  });

  it('a name with a comma filters, alone, in quotes, and beside others', async () => {
    const { body: list } = await world().done('GET', GROUPS);
    const [{ mediationGroupId: id, displayName }] = list.mediationGroups;
    const patch = (name: string) =>
      world().done('PATCH', `${GROUPS}/${id}`, {
        query: { updateMask: 'displayName' },
        body: { displayName: name },
      });
    await patch('Races, DACH');
    const rows = async (only: string) =>
      (await mediation(...report, '--by', 'country', '--only', only)).out.trim().split('\n').length;
    const all = await rows(`group=${id}`);
    for (const only of ['group=Races, DACH', 'group="Races, DACH"', `group="Races, DACH",${id}`])
      expect(await rows(only)).toBe(all);
    const { err } = await mediation(...report, '--only', 'group=Races, CH');
    expect(err).toContain('there is no group “Races”');
    await patch(displayName);
  });

  it('CSV has ids, names and exact amounts', async () => {
    const args = ['--by', 'date,unit', '--show', 'earnings,match-rate', '--sort', 'earnings', '--csv'];
    const { out } = await mediation(...report, ...args);
    expect(out.split('\n')).toEqual([
      'DATE,APP,APP_NAME,AD_UNIT,AD_UNIT_NAME,ESTIMATED_EARNINGS,MATCH_RATE',
      `${DAY},${racing.app},Racing,${racing.start},Start,1.734567,0.5`,
      `${DAY},${racing.app},Racing,${racing.finish},Finish,123.456789,0.5`,
      '',
    ]);
  });

  it.each([
    ['JPY', '1234567890', '1235', '1234.56789'],
    ['KWD', '1234500', '1.235', '1.2345'],
    ['KWD', '2000000', '2.000', '2.000'],
    ['JPY', '7000000', '7', '7'],
  ])('%s has its own decimals: %s micros are %s, and in CSV %s', async (currency, micros, shown, exact) => {
    daysBack += 1;
    const day = ago(daysBack);
    const row = { time: `${day}T10:00:00Z`, adUnitId: racing.start, adSourceId: APPLOVIN };
    const rows = [{ ...row, impressions: '1', revenueMicros: micros, currency }];
    await ingest({ batchId: `money-${daysBack}`, source: 'relay', mode: 'ADD', rows });
    const args = ['reports', 'mediation', '--dates', day, '--by', 'date', '--show', 'earnings'];
    const { out } = await mediation(...args, '--currency', currency);
    expect(out.trim().split('\n').at(-1)?.split(/ +/)).toEqual([day, shown]);
    const { out: csv } = await mediation(...args, '--currency', currency, '--csv');
    expect(csv.trim().split('\n').at(-1)).toBe(`${day},${exact}`);
  });

  it('CSV leaves the warnings of the report to standard error', async () => {
    const [year, month, of] = ago(20).split('-').map(Number);
    const date = { year, month, day: of };
    await ingest({
      batchId: 'settled',
      source: 'max',
      mode: 'REPLACE',
      replace: { dateRange: { startDate: date, endDate: date }, adSourceIds: [APPLOVIN] },
      rows: [
        {
          ...{ time: `${ago(20)}T00:00:00Z`, adUnitId: racing.start, adSourceId: APPLOVIN },
          ...{ impressions: '5', revenueMicros: '5000000', currency: 'USD' },
        },
      ],
    });
    const args = ['--dates', `${ago(21)}..${ago(20)}`, '--by', 'date', '--show', 'impressions', '--csv'];
    const asked = ['reports', 'mediation', ...args];
    expect(await mediation(...asked, '--time-zone', 'America/Los_Angeles')).toMatchObject({
      out: `DATE,IMPRESSIONS\n${ago(20)},5\n`,
      err: expect.stringContaining('settled for whole days'),
    });
    expect((await mediation(...asked)).err).toBe('');
  });

  it('JSON is what the interface answers; --limit says how many rows there are', async () => {
    const messages = await done(...report, '--by', 'country');
    expect(messages[0]).toHaveProperty('header');
    const { err } = await mediation(...report, '--by', 'country', '--limit', '1');
    expect(err).toBe('diptych: 1 of 2 rows; --limit shows more\n');
  });

  it('the network and the campaign report have their own columns', async () => {
    expect((await mediation('reports', 'network')).out).toBe('No data for these days.\n');
    expect((await mediation('reports', 'campaign', '--by', 'campaign-name')).exit).toBe(0);
  });

  it.each([
    [['--by', 'colour'], 2, '--by does not take “colour”; it takes date,'],
    [['--show', 'ecmp'], 2, '--show does not take “ecmp”'],
    [['--dates', 'tomorrow'], 2, '--dates does not take “tomorrow”'],
    [['--time-zone', 'Mars/Base'], 2, 'there is no time zone “Mars/Base”'],
    [['--only', 'country'], 2, '--only takes DIMENSION=VALUE'],
    [['--csv', '--json'], 2, 'leave one out'],
    [['--by', 'date,week'], 1, 'WEEK'],
    [['--currency', 'XXY'], 1, 'currency'],
  ])('refuses %j', async (args, status, text) => {
    const { exit, err } = await mediation('reports', 'mediation', ...args);
    expect([exit, err]).toEqual([status, expect.stringContaining(text)]);
  });
});
