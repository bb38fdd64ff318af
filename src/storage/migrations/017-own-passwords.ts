import type { NumberedMigration } from './dialect.ts';

/** Whoever is in the table already had the password set by an administrator, so they choose one at the next sign-in. */
export const ownPasswords: NumberedMigration = {
  name: '017-own-passwords',
  async up(db) {
    await db.schema
      .alterTable('account_user')
      .addColumn('password_is_own', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
