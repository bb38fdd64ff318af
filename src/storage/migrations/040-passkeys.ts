import type { NumberedMigration } from './dialect.ts';

/** Passkeys of users, and the challenges that were answered and have not expired. */
export const passkeys: NumberedMigration = {
  name: '040-passkeys',
  async up(db, { bytes }) {
    await db.schema
      .createTable('passkey')
      .addColumn('passkey_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('domain', 'text', (c) => c.notNull())
      .addColumn('credential_id', 'text', (c) => c.notNull().unique())
      .addColumn('public_key', bytes, (c) => c.notNull())
      .addColumn('sign_count', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('device_bound', 'integer', (c) => c.notNull())
      .addColumn('backed_up', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkey_user').on('passkey').column('user_id').execute();
    await db.schema
      .createTable('used_challenge')
      .addColumn('challenge_hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('used_challenge_expiry').on('used_challenge').column('expires_at').execute();
  },
};
