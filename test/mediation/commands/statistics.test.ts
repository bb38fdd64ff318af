import { beforeAll, describe, expect, it } from 'vitest';
import { mediationOf as panelOf } from '../../support/panels.ts';
import { storedRows } from '../domain/support/statistics.ts';
import { ACCOUNT, APPLOVIN, MINE, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';
import { DAY, file, fragmentOf, storedOf } from './support/statistics.ts';
import { type Stock, stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);
const CHARTBOOST = '2873236629771172317';

let units: Stock;
beforeAll(async () => {
  units = await stock(world());
});

const load = (path: string, source: string, ...args: readonly string[]) =>
  done('statistics', 'import', path, '--source', source, ...args);
const stored = storedOf(world);

describe('diptych mediation statistics import', () => {
  it('a file of MAX replaces its days; ids of its ad units are mapped by a profile', async () => {
    const profile = file('profile.json', JSON.stringify({ values: { adUnitId: { a1: 'Racing/Start' } } }));
    const heading = 'day,max_ad_unit_id,network,country,attempts,responses,impressions,estimated_revenue';
    const first = file('max.csv', heading, `${DAY},a1,APPLOVIN_NETWORK,de,40,22,20,0.0123456789`);
    expect(await load(first, 'max', '--profile', profile)).toMatchObject({ rows: 1, days: 1, accepted: 1 });
    expect(await stored('max')).toEqual([[fragmentOf(units.start), APPLOVIN, 'DE', 20, 12_346]]);
    const restated = file('max.csv', heading, `${DAY},a1,APPLOVIN_NETWORK,de,40,22,21,1.5E-2`);
    await load(restated, 'max', '--profile', profile);
    expect(await stored('max')).toEqual([[fragmentOf(units.start), APPLOVIN, 'DE', 21, 15_000]]);
  });

  it('a file of LevelPlay is read with the ids and names of the inventory', async () => {
    const heading = 'Date,Mediation Ad Unit ID,Ad Source,Country,Requests,Fills,Impressions,Clicks,Revenue';
    const path = file(
      'levelplay.csv',
      heading,
      `${DAY},Racing/Start,Chartboost,US,9,8,7,1,$0.50`,
      `${DAY},${units.finish},AppLovin,,9,8,"1,007",1,0`,
    );
    await load(path, 'levelplay');
    expect((await stored('levelplay')).sort()).toEqual(
      [
        [fragmentOf(units.start), CHARTBOOST, 'US', 7, 500_000],
        [fragmentOf(units.finish), APPLOVIN, '', 1007, 0],
      ].sort(),
    );
  });

  it('a file made from answers of the interface of LevelPlay has other headings', async () => {
    const heading =
      'date,mediationAdUnitId,adNetwork,country,adSourceChecks,adSourceResponses,impressions,revenue,eCPM';
    const line = `${DAY},Racing/Start,Chartboost,US,9,8,6,0.25,41.6`;
    await load(file('levelplay.csv', heading, line), 'levelplay');
    expect(await stored('levelplay')).toContainEqual([fragmentOf(units.start), CHARTBOOST, 'US', 6, 250_000]);
  });

  it('the heading of the earnings of AdMob names their currency', async () => {
    const heading =
      'Date,Ad unit,Ad source,Impressions,Estimated earnings (EUR),Observed eCPM (EUR),Match rate (%)';
    const line = `${DAY},Start,AdMob Network,8,0.09,11.25,50.00`;
    await load(file('admob.csv', heading, line), 'admob');
    const { statistics } = panelOf(world().server);
    const rows = await storedRows({ statistics }, MINE);
    const [row] = rows.filter(({ source, revenueMicros }) => source === 'admob' && revenueMicros === 90_000);
    expect(row?.dimensions.currency).toBe('EUR');
  });

  it('a file of AdMob has countries by name', async () => {
    const heading =
      'Date,Ad unit,Ad source,Country,Requests,Matched requests,Impressions,Clicks,Estimated earnings (USD)';
    await load(file('admob.csv', heading, `${DAY},Start,AdMob Network,Germany,9,8,7,1,0.07`), 'admob');
    expect(await stored('admob')).toEqual([[fragmentOf(units.start), OWN_NETWORK, 'DE', 7, 70_000]]);
  });

  it('an imported file that is imported again changes nothing, unless it is asked for', async () => {
    const path = file('own.csv', 'date,adUnitId,adSourceId,impressions', `${DAY},Start,AppLovin,5`);
    await load(path, 'csv');
    expect(await load(path, 'csv')).toMatchObject({ duplicates: 1, batches: 1 });
    expect(await load(path, 'csv', '--again')).toMatchObject({ duplicates: 0 });
    expect(await stored('csv')).toEqual([[fragmentOf(units.start), APPLOVIN, '', 5, 0]]);
  });

  it('more rows than a batch are split by ad unit, and each is counted once', async () => {
    const lines = Array.from({ length: 4500 }, (_, index) => {
      const unit = index % 2 === 0 ? 'Start' : 'Finish';
      return `${DAY},${unit},${index < 4200 ? 'AppLovin' : 'Chartboost'},1,1.0.${index % 90}`;
    });
    const path = file('big.csv', 'date,adUnitId,adSourceId,impressions,appVersion', ...lines);
    expect(await load(path, 'csv')).toMatchObject({ rows: 4500, batches: 4, accepted: 4500 });
    await load(path, 'csv', '--again');
    const sum = (await stored('csv')).reduce((total, [, , , impressions]) => total + Number(impressions), 0);
    expect(sum).toBe(4500);
  });

  it('mistakes are listed by line and column, and nothing is sent', async () => {
    const path = file(
      'wrong.csv',
      'date,adUnitId,adSourceId,impressions,revenue,country',
      `2026-02-30,Start,AppLovin,5,1,DE`,
      `${DAY},Nowhere,AppLovin,1.5,"1,5x",Atlantis`,
      `${DAY},,AppLovin,1,-1,DE`,
    );
    const { exit, err } = await mediation('statistics', 'import', path, '--source', 'csv');
    expect(exit).toBe(2);
    for (const text of [
      'line 2, column “date”: “2026-02-30” is not a day such as 2026-03-01',
      'line 3, column “adUnitId”: there is no ad unit “Nowhere”',
      'line 3, column “impressions”: “1.5” is not a whole number from 0',
      'line 3, column “revenue”: “1,5x” is in no currency that is known',
      'line 3, column “country”: “Atlantis” is not a country such as DE or Germany',
      'line 4, column “revenue”: “-1” is less than 0',
      'line 4, column “adUnitId”: is empty',
    ])
      expect(err).toContain(text);
  });

  it('a day that the server refuses is listed by line and column, and nothing is sent', async () => {
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [old, later] = [dayIn(-402), dayIn(3)];
    const heading = 'Datum,adUnitId,adSourceId,impressions';
    const lines = [`${DAY},Start,AppLovin,77`, `${old},Start,AppLovin,5`, `${later},Start,AppLovin,5`];
    const path = file('old.csv', heading, ...lines);
    const profile = file('profile.json', '{"columns": {"date": "Datum"}}');
    const before = await stored('csv');
    const { exit, err } = await mediation(
      'statistics',
      'import',
      path,
      '--source',
      'csv',
      '--profile',
      profile,
    );
    expect(exit).toBe(2);
    expect(err).toContain(`line 3, column “Datum”: ${old} begins more than 400 days ago`);
    expect(err).toContain(`line 4, column “Datum”: ${later} ends in the future`);
    expect(await stored('csv')).toEqual(before);
  });

  it('rows that the server leaves out are listed by line, with exit status 1', async () => {
    const old = new Date(Date.now() - 390 * 86_400_000).toISOString().slice(0, 10);
    const path = file(
      'partly.csv',
      'date,adUnitId,adSourceId,impressions',
      `${old},Start,AppLovin,5`,
      `${old},ca-app-${MINE}/9999999999,AppLovin,5`,
    );
    const { exit, out } = await mediation('statistics', 'import', path, '--source', 'csv');
    expect([exit, out]).toEqual([1, expect.stringContaining('line 3: UNKNOWN_AD_UNIT')]);
  });

  it.each([
    ['{"colums": {}}', 'colums is unknown'],
    ['{"columns": {"imps": "x"}}', 'columns.imps is unknown'],
    ['{"columns": {"clicks": 7}}', 'columns.clicks must be a heading'],
    ['{"ignored": "x"}', 'ignored must be a list'],
    ['{"values": {"adUnitId": 7}}', 'values.adUnitId must have texts'],
    ['{', 'is not JSON'],
  ])('a profile with a mistake is refused: %s', async (text, problem) => {
    const path = file('own.csv', 'date,adUnitId,adSourceId,impressions', `${DAY},Start,AppLovin,5`);
    const args = ['--source', 'csv', '--profile', file('profile.json', text)];
    expect(await mediation('statistics', 'import', path, ...args)).toMatchObject({
      exit: 2,
      err: expect.stringContaining(problem),
    });
  });

  it('a file without a required column is refused with the columns that it has', async () => {
    const path = file('own.csv', 'day,unit', 'x,y');
    expect(await mediation('statistics', 'import', path, '--source', 'csv')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('no column “date” for date; its columns are day, unit'),
    });
  });

  it.each([
    [
      'its headings are in another language',
      'Datum,Anzeigenblock,Anzeigenquelle,Impressionen',
      '“Date” for date',
    ],
    [
      'it has unknown headings',
      'Date,Ad unit,Ad source,Impressions,Gewinn (EUR),x',
      'columns that are not known: “Gewinn (EUR)”, “x”. Name each in a profile',
    ],
    [
      'it has a heading twice',
      'Date,Ad unit,Ad source,Clicks,Clicks',
      'columns that are not known: “Clicks”',
    ],
    ['it has no numbers', 'Date,Ad unit,Ad source,Country', 'no column with numbers, such as “Impressions”'],
  ])('a file is refused with what to do if %s', async (_, heading, problem) => {
    const path = file('admob.csv', heading);
    expect(await mediation('statistics', 'import', path, '--source', 'admob')).toMatchObject({
      exit: 2,
      err: expect.stringContaining(problem),
    });
  });

  it('a profile names columns that are not imported', async () => {
    const path = file('own.csv', 'date,adUnitId,adSourceId,impressions,margin', `${DAY},Start,AppLovin,5,x`);
    const profile = file('profile.json', '{"ignored": ["margin"]}');
    expect(await load(path, 'csv', '--profile', profile, '--again')).toMatchObject({ accepted: 1 });
  });

  it('a file of one app leaves the numbers of the others, and says what it replaces', async () => {
    const other = await stock(world(), 'Chess');
    const heading = 'date,app,adUnitId,adSourceId,impressions';
    const [one, two] = [
      file('one.csv', heading, `${DAY},Racing,Start,AppLovin,31`),
      file('two.csv', heading, `${DAY},Chess,Start,AppLovin,32`, `${DAY},Chess,Finish,AppLovin,33`),
    ];
    const impressions = async () =>
      (await stored('csv'))
        .filter(([, source]) => source === APPLOVIN)
        .map(([unit, , , count]) => [unit, count]);
    await load(one, 'csv');
    const { err, out } = await mediation('statistics', 'import', two, '--source', 'csv', '--json');
    expect(err).toContain(`2 rows replace what csv sent for the app Chess, of AppLovin, on 1 day (${DAY})`);
    expect(JSON.parse(out)).toMatchObject({ covers: 'the app Chess', adSources: ['AppLovin'] });
    expect(await impressions()).toEqual(
      expect.arrayContaining([
        [fragmentOf(units.start), 31],
        [fragmentOf(other.start), 32],
        [fragmentOf(other.finish), 33],
      ]),
    );
    expect(await load(one, 'csv')).toMatchObject({ duplicates: 1, covers: 'the ad unit Racing/Start' });
    const restated = file('two.csv', heading, `${DAY},Chess,Finish,AppLovin,34`);
    await load(restated, 'csv', '--covers', 'app');
    expect(await impressions()).toContainEqual([fragmentOf(other.finish), 34]);
    expect(await impressions()).not.toContainEqual([fragmentOf(other.start), 32]);
    expect(await load(two, 'csv')).toMatchObject({ duplicates: 0, accepted: 2 });
    expect(await impressions()).toContainEqual([fragmentOf(other.start), 32]);
    const account = file('all.csv', heading, `${DAY},Racing,Start,AppLovin,35`);
    await load(account, 'csv', '--covers', 'account');
    expect(await impressions()).toEqual([[fragmentOf(units.start), 35]]);
  });

  it('the app and the platform decide between ad units of one name', async () => {
    await stock(world(), 'Twin');
    const body = { platform: 'IOS', manualAppInfo: { displayName: 'Twin' } };
    const { appId } = (await world().done('POST', `${ACCOUNT}/apps`, { body })).body;
    const unit = { appId, displayName: 'Start', adFormat: 'BANNER' };
    const { adUnitId } = (await world().done('POST', `${ACCOUNT}/adUnits`, { body: unit })).body;
    const heading = 'Date,App,Platform,Ad unit,Ad source,Impressions';
    await load(file('twin.csv', heading, `${DAY},Twin,iOS,Start,AppLovin,41`), 'admob');
    expect(await stored('admob')).toContainEqual([fragmentOf(adUnitId), APPLOVIN, '', 41, 0]);
    const both = file('twin.csv', 'Date,App,Ad unit,Ad source,Impressions', `${DAY},Twin,Start,AppLovin,41`);
    const none = file('twin.csv', heading, `${DAY},Nobody,iOS,Start,AppLovin,41`);
    const refused = async (path: string) =>
      (await mediation('statistics', 'import', path, '--source', 'admob')).err;
    expect(await refused(both)).toContain('line 2, column “Ad unit”: several ad units are called “Start”');
    expect(await refused(none)).toContain('there is no app “Nobody”');
  });

  it('more rows of one ad unit and day than a batch are divided, and replaced as a whole', async () => {
    const rows = (count: number, first = 1) =>
      Array.from(
        { length: count },
        (_, i) => `${DAY},Racing/Finish,AppLovin,${i === count - 1 ? first : 1},1.${i}.0`,
      );
    const heading = 'date,adUnitId,adSourceId,impressions,appVersion';
    const path = file('big.csv', heading, ...rows(2500));
    const sum = async () =>
      (await stored('csv'))
        .filter(([unit, source]) => unit === fragmentOf(units.finish) && source === APPLOVIN)
        .reduce((total, [, , , impressions]) => total + Number(impressions), 0);
    expect(await load(path, 'csv')).toMatchObject({ batches: 2, accepted: 2500, duplicates: 0 });
    expect(await sum()).toBe(2500);
    expect(await load(path, 'csv')).toMatchObject({ duplicates: 2 });
    const restated = file('big.csv', heading, ...rows(2500, 9));
    expect(await load(restated, 'csv')).toMatchObject({ duplicates: 0 });
    expect(await sum()).toBe(2508);
    expect(await load(path, 'csv')).toMatchObject({ duplicates: 0 });
    expect(await sum()).toBe(2500);
  });
});
