import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { APPLOVIN, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';
import { DAY, file, fragmentOf, storedOf } from './support/statistics.ts';
import { type Stock, stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

let units: Stock;
beforeAll(async () => {
  units = await stock(world());
});

const load = (path: string, source: string, ...args: readonly string[]) =>
  done('statistics', 'import', path, '--source', source, ...args);
const stored = storedOf(world);

describe('Files of statistics as others write them', () => {
  it('a file as the console of AdMob writes it: UTF-16, tabs, decimal commas, names of countries', async () => {
    const heading =
      'Date\tWeek\tApp\tAd unit\tAd source\tCountry\tBid requests\tWin rate (%)\tImpressions\tEst. earnings (EUR)';
    const lines = [
      heading,
      `${DAY}\t2026-11-22\tRacing\tStart\tAdMob Network\tUnited Kingdom\t2.000\t50,00\t1.234\t0,05`,
      `${DAY}\t2026-11-22\tRacing\tStart\tAdMob Network\tTurkey\t-\t–\t7\t1.234,56`,
    ];
    const path = join(temporaryFolder('statistics'), 'admob.csv');
    for (const bytes of [
      Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le'),
      Buffer.from(lines.join('\n'), 'utf16le').swap16(),
    ]) {
      writeFileSync(path, bytes);
      const { err, out } = await mediation('statistics', 'import', path, '--source', 'admob', '--again');
      expect(out).toContain('2 of 2 rows of 1 days are stored');
      expect(err).toMatch(/is read as utf-16[lb]e with tabs/);
      expect((await stored('admob')).filter(([unit]) => unit === fragmentOf(units.start))).toEqual(
        expect.arrayContaining([
          [fragmentOf(units.start), OWN_NETWORK, 'GB', 1234, 50_000],
          [fragmentOf(units.start), OWN_NETWORK, 'TR', 7, 1_234_560_000],
        ]),
      );
    }
  });

  it.each([
    [
      'semicolons',
      ['date;adUnitId;adSourceId;impressions;revenue', `${DAY};Racing/Start;AppLovin;1.001;0,25`],
    ],
    [
      'a line that names the separator',
      ['sep=;', 'date;adUnitId;adSourceId;impressions;revenue', `${DAY};Racing/Start;AppLovin;1001;0,25`],
    ],
    [
      'a mark of UTF-8',
      ['\ufeffdate,adUnitId,adSourceId,impressions,revenue', `${DAY},Racing/Start,AppLovin,1001,0.25`],
    ],
    [
      'currency signs',
      ['date,adUnitId,adSourceId,impressions,revenue', `${DAY},Racing/Start,AppLovin,"1,001",$0.25`],
    ],
  ])('a file with %s is read', async (_, lines) => {
    await load(file('own.csv', ...lines), 'csv', '--again');
    expect(await stored('csv')).toContainEqual([fragmentOf(units.start), APPLOVIN, '', 1001, 250_000]);
  });

  it.each([
    ['“1,234” is 1234 or 1.234; say in a profile', 'revenue', '"1,234"', '"1,235"'],
    ['“€1.00” is in EUR, the row is in USD', 'revenue,currency', '€1.00,USD', '1.00,USD'],
    ['“1,5” is not a whole number from 0', 'impressions', '"1,5"', '7'],
    ['“kr 1.00” is in SEK or NOK or DKK or ISK; name the currency', 'revenue', 'kr 1.00', '1.00'],
  ])('what could be wrong is refused with its line: %s', async (problem, heading, wrong, right) => {
    const start = `${DAY},Racing/Start,AppLovin`;
    const path = file(
      'own.csv',
      `date,adUnitId,adSourceId,${heading}`,
      `${start},${right}`,
      `${start},${wrong}`,
    );
    const { exit, err } = await mediation('statistics', 'import', path, '--source', 'csv');
    expect(exit).toBe(2);
    expect(err).toContain(`line 3, column “${heading.split(',')[0]}”: ${problem}`);
  });

  it('a long cell is quoted shortened, and without what moves a terminal', async () => {
    const cell = `\u001b[31m${'x'.repeat(500)}`;
    const path = file('own.csv', 'date,adUnitId,adSourceId,impressions', `${DAY},Start,AppLovin,${cell}`);
    const { err } = await mediation('statistics', 'import', path, '--source', 'csv');
    expect(err).toContain(`“\ufffd[31m${'x'.repeat(35)}…” is not a whole number`);
    expect(err).not.toContain('\u001b');
  });

  it.each([
    ['Impressions (thousands)', 'columns that are not known: “Impressions (thousands)”'],
    ['Estimated earnings (micros)', 'columns that are not known: “Estimated earnings (micros)”'],
  ])('a column in an unknown unit is refused: %s', async (heading, problem) => {
    const path = file('admob.csv', `Date,Ad unit,Ad source,Clicks,${heading}`, `${DAY},Start,AppLovin,1,1`);
    const { exit, err } = await mediation('statistics', 'import', path, '--source', 'admob');
    expect([exit, err]).toEqual([2, expect.stringContaining(problem)]);
  });

  it('the names of networks in MAX are those of the catalogue', async () => {
    const profile = file('profile.json', JSON.stringify({ values: { adUnitId: { a1: 'Racing/Finish' } } }));
    const codes = [
      'ADMOB_BIDDING',
      'VUNGLE_BIDDING',
      'IRONSOURCE_BIDDING',
      'APPLOVIN_EXCHANGE',
      'INMOBI_BIDDING',
    ];
    const lines = codes.map((code, index) => `${DAY},a1,${code},us,${index + 51},0.1`);
    const heading = 'day,max_ad_unit_id,network,country,impressions,estimated_revenue';
    const answer = await load(file('max.csv', heading, ...lines), 'max', '--profile', profile);
    expect(answer).toMatchObject({
      accepted: codes.length,
      adSources: [
        'AdMob Network',
        'AppLovin (bidding)',
        'InMobi (SDK) (bidding)',
        'Liftoff Monetize (bidding)',
        'ironSource Ads (bidding)',
      ],
    });
  });
});
