import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** When the user was seen last in a session that has ended. */
export const lastSeen: NumberedMigration = {
  name: '005-last-seen',
  async up(db) {
    await sql.raw('alter table account_user add column seen_at bigint').execute(db);
  },
};
