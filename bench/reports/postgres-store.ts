import { Client } from 'pg';
import { METRICS } from '../../src/mediation/ports/statistics.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { newPostgres, type Postgres } from '../load/postgres.ts';
import { PUBLISHER } from '../mediation/sample.ts';
import { seed, storesOn } from '../mediation/store.ts';
import { countryOf, daysOf, hoursOf, type Size, SUMS, sumsOf, type Times } from './sizes.ts';
import type { FilledStore } from './store.ts';

/** In milliseconds: more than the migrations take. */
const TIMEOUT = 60_000;
/** Rows of a page of what is measured beside a report. */
const PAGE = 2000;

async function fillTimes(client: Client, feed: number, keys: number, times: Times): Promise<void> {
  const { table, column, from, to, step } = times;
  await client.query(
    `insert into ${table} (feed_no, ${column}, key_no, ${SUMS})
     select $1, at, key_no, ${sumsOf('key_no', 'at')}
     from generate_series($4::int, $5::int, $6::int) at cross join statistics_key
     where key_no >= $2::int and key_no < $3::int order by at, key_no`,
    [feed, (feed - 1) * keys, feed * keys, from, to, step],
  );
}

/** Writes what a month of batches leaves, without the batches. */
async function fill(client: Client, size: Size): Promise<void> {
  const { adUnits, lines, countries } = size;
  const keys = adUnits * countries;
  await client.query(
    `insert into statistics_key (publisher_id, key_no, digest, used_until, ad_unit, app, platform, format, mediation_group,
      line, country, os_version, sdk_version, app_version, serving_restriction, currency)
     select $1, key_no, substring(sha256(convert_to(key_no::text, 'UTF8')) for 16), 99999, lpad(unit::text, 10, '0'),
       lpad((unit % 100)::text, 10, '0'), 'ANDROID', 'BANNER', lpad(unit::text, 10, '0'),
       lpad((unit * $2::int + line)::text, 10, '0'), ($5::text[])[key_no % $3::int + 1], '', '', '', '', 'EUR'
     from (select key_no, key_no / ($3::int * $4::int) as line, key_no % ($3::int * $4::int) / $3::int as unit
       from generate_series(0, $2::int * $3::int * $4::int - 1) key_no) numbered`,
    [
      PUBLISHER,
      lines,
      countries,
      adUnits,
      Array.from({ length: countries }, (_, number) => countryOf(number)),
    ],
  );
  for (let feed = 1; feed <= lines; feed += 1) {
    await client.query(
      `insert into statistics_feed (feed_no, publisher_id, source, ad_source_id, settled, metrics)
       values ($1, $2, 'sdk', $3, 0, $4)`,
      [feed, PUBLISHER, String(feed), (1 << METRICS.length) - 1],
    );
    for (const times of [daysOf(size), hoursOf(size)]) await fillTimes(client, feed, keys, times);
  }
  await client.query('vacuum analyze');
}

/** Reads rows in pages, so that they need not fit into memory. */
function rowReader(client: Client, { table, column, from, to }: Times): () => Promise<number> {
  const rowsOf = (feed: number, time: number, keyNo: number) =>
    client.query({
      name: `rows of ${table}`,
      text: `select * from ${table} where feed_no = $1 and (${column}, key_no) > ($2, $3) and ${column} <= $4
        order by ${column}, key_no limit ${PAGE}`,
      values: [feed, time, keyNo, to],
    });
  return async () => {
    for (let after: number | undefined = -1; after !== undefined; ) {
      const { rows }: { rows: { key_no: number }[] } = await client.query({
        name: 'combinations',
        text: `select * from statistics_key where publisher_id = $1 and key_no > $2 order by key_no limit ${PAGE}`,
        values: [PUBLISHER, after],
      });
      after = rows.at(-1)?.key_no;
    }
    let count = 0;
    const { rows: feeds } = await client.query('select feed_no from statistics_feed');
    for (const { feed_no } of feeds) {
      let [time, keyNo] = [from, -1];
      for (;;) {
        const { rows } = await rowsOf(feed_no, time, keyNo);
        count += rows.length;
        if (rows.length < PAGE) break;
        ({ [column]: time, key_no: keyNo } = rows.at(-1));
      }
    }
    return count;
  };
}

async function filled(postgres: Postgres, size: Size): Promise<FilledStore> {
  const url = await postgres.newDatabase('reports');
  const opened = await storesOn(openPostgres({ url, poolSize: 2, timeout: TIMEOUT, prepare: true }));
  await seed(opened.store, { groups: 1, lines: 1 });
  const client = new Client({ connectionString: url });
  await client.connect();
  await fill(client, size);
  const { rows } = await client.query(`select pg_database_size('reports')::float8 as bytes`);
  return {
    ...opened,
    bytes: rows[0].bytes,
    readRows: (times) => rowReader(client, times),
    async close() {
      await client.end();
      await opened.close();
      await postgres.stop();
    },
  };
}

export async function postgresStore(size: Size): Promise<FilledStore> {
  const postgres = await newPostgres();
  try {
    return await filled(postgres, size);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
