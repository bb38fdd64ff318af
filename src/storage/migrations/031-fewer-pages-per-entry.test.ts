import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { issuer } from './001-issuer.ts';
import { administration } from './005-administration.ts';
import { oneAuditLog } from './019-one-audit-log.ts';
import { fewerPagesPerEntry } from './031-fewer-pages-per-entry.ts';
import { dialectTypes } from './dialect.ts';

it('after the migration the indexes have all existing entries', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  const types = dialectTypes('sqlite');
  await issuer.up(db, types);
  await sql`create table account_user (id text)`.execute(db);
  await administration.up(db, types);
  await oneAuditLog.up(db, types);
  await sql`insert into state_change (change_id, subject, subject_id, event, actor, at)
    values ('1', 'holder', 'h-1', 'create', 'operator', 1)`.execute(db);
  await fewerPagesPerEntry.up(db, types);
  const { rows } = await sql`select change_id from state_change indexed by state_change_subject
    where unindexed is null and subject = 'holder'`.execute(db);
  expect(rows).toEqual([{ change_id: '1' }]);
  await db.destroy();
});
