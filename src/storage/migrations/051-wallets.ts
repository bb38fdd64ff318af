import type { NumberedMigration } from './dialect.ts';

/** The way by which a credential reaches its wallet, and codes with a second secret. */
export const wallets: NumberedMigration = {
  name: '051-wallets',
  async up(db, { bytes }) {
    await db.schema.alterTable('credential').addColumn('channel', 'text').execute();
    await db.schema.alterTable('pre_authorization_code').addColumn('tx_code_hash', bytes).execute();
    await db.schema.alterTable('pre_authorization_code').addColumn('tx_code_failures', 'integer').execute();
  },
};
