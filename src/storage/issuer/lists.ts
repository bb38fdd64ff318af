import type { Kysely } from 'kysely';
import type { ListReader } from '../../issuer/ports/lists.ts';
import type { Schema } from '../schema/index.ts';
import { listWithDeadlines } from './list-with-deadlines.ts';
import { toCredential, toDevice, toProofing } from './rows.ts';

/** What operators look at; `db` may be a copy that lags behind. */
export function listReader(db: Kysely<Schema>): ListReader {
  return {
    async listDevices({ limit, after = '' }) {
      const query = db.selectFrom('device').selectAll().where('device_reference_id', '>', after);
      return (await query.orderBy('device_reference_id').limit(limit).execute()).map(toDevice);
    },
    listProofings: async (page, filter) =>
      (await listWithDeadlines(db, 'proofing', page, filter)).map(toProofing),
    listCredentials: async (page, filter) =>
      (await listWithDeadlines(db, 'credential', page, filter)).map(toCredential),
  };
}
