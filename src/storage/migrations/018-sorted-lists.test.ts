import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { issuer } from './001-issuer.ts';
import { oversight } from './008-oversight.ts';
import { sortedLists } from './018-sorted-lists.ts';
import { dialectTypes } from './dialect.ts';

it('after the migration existing rejected proofings are found by the identifier of their rejection', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  const types = dialectTypes('sqlite');
  await issuer.up(db, types);
  await oversight.up(db, types);
  const rejected = (id?: string) =>
    JSON.stringify({ primaryRejection: { recordNotFound: {}, issuerRejectionIdentifier: id } });
  for (const [id, state, detail] of [
    ['p-1', 'rejected', rejected('r-1')],
    ['p-2', 'rejected', rejected()],
    ['p-3', 'challenged', '{"physicalLocationVisit":{}}'],
    ['p-4', 'pending', null],
    ['p-5', 'rejected', rejected('r-5')],
  ])
    await sql`insert into proofing (proofing_id, revision, device_reference_id, state, evidence_hash, detail, created_at)
      values (${id}, 1, 'd', ${state}, x'00', ${detail}, 0)`.execute(db);
  await sortedLists.up(db, types);
  const { rows } = await sql`select proofing_id, rejection_id from proofing order by proofing_id`.execute(db);
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    ['p-1', 'r-1'],
    ['p-2', null],
    ['p-3', null],
    ['p-4', null],
    ['p-5', 'r-5'],
  ]);
  await db.destroy();
});
