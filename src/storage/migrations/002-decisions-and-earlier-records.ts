import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** The message of a decision in the audit log, and the record of a holder before its last change. */
export const decisions: NumberedMigration = {
  name: '002-decisions-and-earlier-records',
  async up(db, { text, bytes }) {
    const message = [
      `message ${text}`,
      ...['salt', 'digest', 'sealed'].map((one) => `message_${one} ${bytes}`),
    ];
    for (const column of message) await sql.raw(`alter table state_change add column ${column}`).execute(db);
    const earlierRecord = `create table earlier_record (
      holder_id ${text} not null primary key,
      record_version integer not null,
      record ${bytes} not null,
      replaced_at bigint not null
    )`;
    await sql.raw(earlierRecord).execute(db);
  },
};
