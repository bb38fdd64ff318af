import type { NumberedMigration } from './dialect.ts';

/** Before, only document signers were certified by external roots. */
export const rolesOfKeyRequests: NumberedMigration = {
  name: '032-roles-of-key-requests',
  async up(db) {
    await db.schema
      .alterTable('key_request')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('documentSigner'))
      .execute();
  },
};
