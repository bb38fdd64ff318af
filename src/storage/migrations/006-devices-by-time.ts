import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** Devices are listed in the order in which they registered; those that began to register have no time yet. */
export const devicesByTime: NumberedMigration = {
  name: '006-devices-by-time',
  async up(db) {
    const columns = '(coalesce(registered_at, 0)), device_reference_id';
    await sql.raw(`create index device_by_registered_at on device (${columns})`).execute(db);
  },
};
