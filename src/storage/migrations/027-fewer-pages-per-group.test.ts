import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { mediation } from './003-mediation.ts';
import { fewerPagesPerGroup } from './027-fewer-pages-per-group.ts';
import { dialectTypes } from './dialect.ts';

const rowsOf = async (db: Kysely<unknown>, table: string) =>
  (await sql`select * from ${sql.table(table)}`.execute(db)).rows;

it('after the migration the terms and lines of existing groups are in their tables, each once', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  const types = dialectTypes('sqlite');
  await mediation.up(db, types);
  const of = { publisher_id: 'pub-1', group_id: '1' };
  await sql`insert into mediation_group_term values ('pub-1', '1', 'state', 'ENABLED')`.execute(db);
  await sql`insert into mediation_line values ('pub-1', '7', '1')`.execute(db);
  await fewerPagesPerGroup.up(db, types);
  expect(await rowsOf(db, 'mediation_group_term')).toEqual([{ ...of, term: 'state', value: 'ENABLED' }]);
  expect(await rowsOf(db, 'mediation_line')).toEqual([{ ...of, line_id: '7' }]);
  expect(await rowsOf(db, 'mediation_group_new_term')).toEqual([]);
  await expect(sql`insert into mediation_line values ('pub-1', '7', '2')`.execute(db)).rejects.toThrow(
    'UNIQUE',
  );
  await db.destroy();
});
