import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** The days of statistics that are in Parquet files. */
export const parquet: NumberedMigration = {
  name: '004-parquet',
  async up(db, { text, clustered }) {
    const table = `create table statistics_parquet (
      publisher_id ${text} not null,
      day integer not null,
      change integer default 0 not null,
      claimed_until bigint default 0 not null,
      file ${text},
      bytes bigint,
      constraint statistics_parquet_key primary key (publisher_id, day)
    ) ${clustered}`;
    await sql.raw(table).execute(db);
    await sql.raw('create index statistics_parquet_day on statistics_parquet (day)').execute(db);
  },
};
