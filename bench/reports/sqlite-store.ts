import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { METRICS } from '../../src/mediation/ports/statistics.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { PUBLISHER } from '../mediation/sample.ts';
import { openStore, seed } from '../mediation/store.ts';
import { countryOf, daysOf, hoursOf, type Size, SUMS, sumsOf, type Times } from './sizes.ts';
import type { FilledStore } from './store.ts';

const digits = (number: number) => String(number).padStart(10, '0');

interface Keys {
  readonly feed: number;
  readonly first: number;
  readonly before: number;
}

/** Writes the sums of one feed, in the order of their primary key. */
function fillTimes(
  raw: SqliteConnection.Database,
  { table, column, from, to, step }: Times,
  keys: Keys,
): void {
  raw
    .prepare(
      `with recursive times (at) as (select @from union all select at + @step from times where at < @to)
       insert into ${table} (feed_no, ${column}, key_no, ${SUMS})
       select @feed, at, key_no, ${sumsOf('key_no', 'at')} from times cross join statistics_key
       where key_no >= @first and key_no < @before order by at, key_no`,
    )
    .run({ ...keys, from, to, step });
}

/** Writes what a month of batches leaves, without the batches. */
function fill(raw: SqliteConnection.Database, size: Size): void {
  const { adUnits, lines, countries } = size;
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
      const country = countryOf(number % countries);
      const [app, group, lineId] = [digits(unit % 100), digits(unit), digits(unit * lines + line)];
      key.run(PUBLISHER, keyNo, digest, digits(unit), app, group, lineId, country);
    }
    const keys = { feed: line + 1, first: line * combinations, before: (line + 1) * combinations };
    for (const times of [daysOf(size), hoursOf(size)]) fillTimes(raw, times, keys);
  }
}

/** Reads rows with one statement for each source, one row after the other. */
function rowReader(database: string, { table, column, from, to }: Times): () => number {
  const raw = new SqliteConnection(database, { readonly: true });
  raw.pragma('cache_size = -65536');
  const feeds = raw.prepare('select feed_no from statistics_feed').pluck().all();
  const rows = raw.prepare(`select * from ${table} where feed_no = ? and ${column} >= ? and ${column} <= ?`);
  const combinations = raw.prepare('select * from statistics_key');
  return () => {
    let count = 0;
    for (const _ of combinations.iterate()) count += 1;
    const others = count;
    for (const feed of feeds) for (const _ of rows.iterate(feed, from, to)) count += 1;
    return count - others;
  };
}

export async function sqliteStore(folder: string, size: Size): Promise<FilledStore> {
  const opened = await openStore(folder);
  await seed(opened.store, { groups: 1, lines: 1 });
  const { database } = dataFolder(folder);
  const raw = new SqliteConnection(database);
  raw.pragma('synchronous = OFF');
  // A log would take as much disk as the database.
  raw.pragma('journal_mode = OFF');
  raw.transaction(() => fill(raw, size))();
  raw.pragma('journal_mode = WAL');
  raw.close();
  return { ...opened, bytes: statSync(database).size, readRows: (times) => rowReader(database, times) };
}
