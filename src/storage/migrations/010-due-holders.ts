import { type Kysely, sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** On which day a record changes stands in the record, which SQL cannot read: the next sweep looks at each. */
export const dueHolders: NumberedMigration = {
  name: '010-due-holders',
  async up(db: Kysely<unknown>) {
    await sql`update holder set changes_on = '0001-01-01' where changes_on is null`.execute(db);
  },
};
