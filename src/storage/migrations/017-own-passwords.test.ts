import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { accounts } from './004-accounts.ts';
import { ownPasswords } from './017-own-passwords.ts';
import { dialectTypes } from './dialect.ts';

it('after the migration existing users must choose a password of their own at the next sign-in', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  const types = dialectTypes('sqlite');
  await accounts.up(db, types);
  await sql`insert into account_user values ('u', 0, 'a@example.com', 'h', 'active', '[]', 0, 0)`.execute(db);
  await ownPasswords.up(db, types);
  const { rows } = await sql`select password_is_own as own from account_user`.execute(db);
  expect(rows).toEqual([{ own: 0 }]);
  await db.destroy();
});
