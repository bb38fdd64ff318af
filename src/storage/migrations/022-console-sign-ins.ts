import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** Finds the last time at which a user signed in to a console; its sessions are deleted when they end. */
export const consoleSignIns: NumberedMigration = {
  name: '022-console-sign-ins',
  async up(db) {
    await sql`create index state_change_console_sign_in on state_change (operator_id, change_id)
      where subject = 'consoleSession' and event = 'signIn'`.execute(db);
  },
};
