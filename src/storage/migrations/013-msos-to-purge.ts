import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** The sweep looks at MSOs that have expired and still have their bytes; rows without bytes stay for ever. */
export const msosToPurge: NumberedMigration = {
  name: '013-msos-to-purge',
  async up(db) {
    await db.schema
      .createIndex('issued_mso_to_purge')
      .on('issued_mso')
      .column('expires_at')
      .where(sql.ref('static_auth_data'), 'is not', null)
      .execute();
    await db.schema.dropIndex('issued_mso_expiry').execute();
  },
};
