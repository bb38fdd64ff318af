import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { issuer } from './001-issuer.ts';
import { derivedElements } from './007-derived-elements.ts';
import { dueHolders } from './010-due-holders.ts';
import { dialectTypes } from './dialect.ts';

it('the migration makes holders without derived elements due for the next sweep', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  const types = dialectTypes('sqlite');
  await issuer.up(db, types);
  await sql`insert into holder values ('h-1', 1, 'org.iso.18013.5.1.mDL', 'active', 1, x'a0', 0, 0)`.execute(
    db,
  );
  await derivedElements.up(db, types);
  await dueHolders.up(db, types);
  const { rows } = await sql`select changes_on <= '2026-11-21' as due from holder`.execute(db);
  expect(rows).toEqual([{ due: 1 }]);
  await db.destroy();
});
