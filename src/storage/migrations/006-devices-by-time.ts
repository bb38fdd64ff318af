import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/**
 * Devices are listed in the order in which they registered. The time of those that have not is 0: NULL has no order. The index
 * is first: it keeps writers out, and after the update it would wait for one that waits for an updated row.
 */
export const devicesByTime: NumberedMigration = {
  name: '006-devices-by-time',
  async up(db) {
    await sql
      .raw('create index device_by_registered_at on device (registered_at, device_reference_id)')
      .execute(db);
    await sql.raw('update device set registered_at = 0 where registered_at is null').execute(db);
  },
};
