import { type Kysely, sql } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

async function keys(db: Kysely<unknown>, { bytes, clustered }: DialectTypes): Promise<void> {
  const table = db.schema
    .createTable('holder_key')
    .addColumn('holder_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('wrapped', bytes, (c) => c.notNull());
  await table.modifyEnd(clustered ?? sql``).execute();
  await db.schema.createIndex('holder_key_by_epoch').on('holder_key').column('epoch').execute();
}

/** Keys of holders. A holder without one is stored unencrypted, as before this version. */
export const holderKeys: NumberedMigration = {
  name: '038-holder-keys',
  up: keys,
};
