import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** Invitations are codes with a purpose. The holds of one holder are found by an index. */
export const people: NumberedMigration = {
  name: '003-people',
  async up(db, dialect) {
    await sql.raw(`alter table console_code add column purpose ${dialect.text}`).execute(db);
    await sql.raw('create index console_code_user on console_code (user_id)').execute(db);
    await sql.raw('create index legal_hold_holder on legal_hold (holder_id)').execute(db);
  },
};
