import { hash } from 'node:crypto';
import SqliteConnection from 'better-sqlite3';
import { METRICS } from '../../src/mediation/ports/statistics.ts';
import { dayNumber } from '../../src/mediation/statistics/days.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { PUBLISHER } from '../mediation/sample.ts';
import { openStore, seed } from '../mediation/store.ts';

export interface Size {
  readonly adUnits: number;
  /** Each line of an ad unit is of another ad source. */
  readonly lines: number;
  readonly countries: number;
  readonly days: number;
  /** So many of the last hours are stored too. */
  readonly hours: number;
}

export const FULL: Size = { adUnits: 1000, lines: 10, countries: 50, days: 31, hours: 2 };
export const SMALL: Size = { adUnits: 20, lines: 5, countries: 10, days: 31, hours: 2 };

/** 2026-03-01 */
export const FIRST_DAY = dayNumber('2026-03-01');
const COUNTRIES = ['AT', 'BE', 'BR', 'CA', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB'];
const countryOf = (number: number) =>
  number < 10 ? COUNTRIES[number]! : `${COUNTRIES[number % 10]!.charAt(0)}${Math.floor(number / 10)}`;
const digits = (number: number) => String(number).padStart(10, '0');

const SUMS = 'ad_requests, matched_requests, impressions, clicks, revenue_micros';

/** Writes the sums of one feed, in the order of their primary key. */
function fillTimes(
  raw: SqliteConnection.Database,
  time: 'hour' | 'day',
  values: Readonly<Record<string, number>>,
): void {
  raw
    .prepare(
      `with recursive times (at) as (select @from union all select at + @step from times where at < @to)
       insert into statistics_${time} (feed_no, ${time}, key_no, ${SUMS})
       select @feed, at, key_no, 90, 60, 50, 2, 1000000 + key_no - @first from times cross join statistics_key
       where key_no >= @first and key_no < @before order by at, key_no`,
    )
    .run(values);
}

/** Writes what a month of batches leaves, without the batches. */
function fill(raw: SqliteConnection.Database, { adUnits, lines, countries, days, hours }: Size): void {
  const key = raw.prepare(
    `insert into statistics_key (publisher_id, key_no, digest, used_until, ad_unit, app, platform, format, mediation_group,
      line, country, os_version, sdk_version, app_version, serving_restriction, currency)
     values (?, ?, ?, 99999, ?, ?, 'ANDROID', 'BANNER', ?, ?, ?, '', '', '', '', 'EUR')`,
  );
  const feed = raw.prepare(
    'insert into statistics_feed (feed_no, publisher_id, source, ad_source_id, settled, metrics) values (?, ?, ?, ?, 0, ?)',
  );
  const combinations = adUnits * countries;
  const all = (1 << METRICS.length) - 1;
  for (let line = 0; line < lines; line += 1) {
    feed.run(line + 1, PUBLISHER, 'sdk', String(line + 1), all);
    for (let number = 0; number < combinations; number += 1) {
      const keyNo = line * combinations + number;
      const unit = Math.floor(number / countries);
      const digest = hash('sha256', String(keyNo), 'buffer').subarray(0, 16);
      key.run(
        PUBLISHER,
        keyNo,
        digest,
        digits(unit),
        digits(unit % 100),
        digits(unit),
        digits(unit * lines + line),
        countryOf(number % countries),
      );
    }
    const keys = { feed: line + 1, first: line * combinations, before: (line + 1) * combinations };
    fillTimes(raw, 'day', { ...keys, from: FIRST_DAY, to: FIRST_DAY + days - 1, step: 1 });
    const end = (FIRST_DAY + days) * 1440;
    if (hours > 0) fillTimes(raw, 'hour', { ...keys, from: end - hours * 60, to: end - 60, step: 60 });
  }
}

/** A data folder with the statistics of a month. */
export async function filledStore(folder: string, size: Size) {
  const opened = await openStore(folder);
  await seed(opened.store, { groups: 1, lines: 1 });
  const { database } = dataFolder(folder);
  const raw = new SqliteConnection(database);
  raw.pragma('synchronous = OFF');
  // A log would take as much disk as the database.
  raw.pragma('journal_mode = OFF');
  fill(raw, size);
  raw.pragma('journal_mode = WAL');
  raw.close();
  return { ...opened, database };
}
