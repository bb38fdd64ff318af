import type { Kysely, UpdateResult } from 'kysely';
import { ConflictError } from '../../conventions/conflict.ts';
import type { IssuerWriter } from '../../issuer/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import { eraseHolder } from './erase-holder.ts';
import { issuerReader } from './issuer-reader.ts';
import {
  fromCode,
  fromCodeAttempts,
  fromCredential,
  fromDevice,
  fromHolder,
  fromMso,
  fromProofing,
} from './rows.ts';
import { trailWriter } from './trail-writer.ts';

/** One row changed, or somebody else changed it first. */
function expectOne(results: readonly UpdateResult[]): void {
  if (results[0]?.numUpdatedRows !== 1n) throw new ConflictError('the row was changed by another request');
}

/** Rows are written in groups that stay below the parameter limits of the databases. */
const ROWS_PER_INSERT = 100;

/** `newChangeId` gives ids that sort by time. */
export function issuerWriter(db: Kysely<Schema>, newChangeId: () => string): IssuerWriter {
  const endCode = async (codeId: string, set: { used_by: string } | { revoked_at: number }) => {
    const open = db.updateTable('pre_authorization_code').set(set).where('code_id', '=', codeId);
    const results = await open.where('used_by', 'is', null).where('revoked_at', 'is', null).execute();
    return results[0]?.numUpdatedRows === 1n;
  };
  return {
    ...issuerReader(db),
    ...trailWriter(db, newChangeId),
    async insertDevice(device) {
      await db.insertInto('device').values(fromDevice(device)).execute();
    },
    async updateDevice(device) {
      const { device_reference_id: id, ...row } = fromDevice({ ...device, revision: device.revision + 1 });
      const query = db.updateTable('device').set(row).where('device_reference_id', '=', id);
      expectOne(await query.where('revision', '=', device.revision).execute());
    },
    async insertProofing(proofing) {
      await db.insertInto('proofing').values(fromProofing(proofing)).execute();
    },
    async updateProofing(proofing) {
      const { proofing_id: id, ...row } = fromProofing({ ...proofing, revision: proofing.revision + 1 });
      const query = db.updateTable('proofing').set(row).where('proofing_id', '=', id);
      expectOne(await query.where('revision', '=', proofing.revision).execute());
    },
    async insertCredential(credential) {
      await db.insertInto('credential').values(fromCredential(credential)).execute();
    },
    async updateCredential(credential) {
      const { credential_id: id, ...row } = fromCredential({
        ...credential,
        revision: credential.revision + 1,
      });
      const query = db.updateTable('credential').set(row).where('credential_id', '=', id);
      expectOne(await query.where('revision', '=', credential.revision).execute());
    },
    async insertHolder(holder) {
      await db.insertInto('holder').values(fromHolder(holder)).execute();
    },
    async updateHolder(holder) {
      const { holder_id: id, ...row } = fromHolder({ ...holder, revision: holder.revision + 1 });
      const query = db.updateTable('holder').set(row).where('holder_id', '=', id);
      expectOne(await query.where('revision', '=', holder.revision).execute());
    },
    eraseHolder: (holderId, erasureId) => eraseHolder(db, holderId, erasureId),
    async insertCode(code) {
      await db.insertInto('pre_authorization_code').values(fromCode(code)).execute();
    },
    useCode: (codeId, proofingId) => endCode(codeId, { used_by: proofingId }),
    revokeCode: (codeId, at) => endCode(codeId, { revoked_at: at }),
    async purgeCodes(expiredBefore, limit) {
      const due = db
        .selectFrom('pre_authorization_code')
        .select('code_id')
        .where('expires_at', '<', expiredBefore)
        .limit(limit);
      const results = await db.deleteFrom('pre_authorization_code').where('code_id', 'in', due).execute();
      return Number(results[0]?.numDeletedRows ?? 0n);
    },
    async saveCodeAttempts(count) {
      const row = fromCodeAttempts(count);
      const { subject: _, ...set } = row;
      const query = db.insertInto('code_attempt').values(row);
      await query.onConflict((conflict) => conflict.column('subject').doUpdateSet(set)).execute();
    },
    async purgeCodeAttempts(now) {
      await db.deleteFrom('code_attempt').where('window_ends_at', '<=', now).execute();
    },
    async insertMsos(msos) {
      for (let first = 0; first < msos.length; first += ROWS_PER_INSERT) {
        const rows = msos.slice(first, first + ROWS_PER_INSERT).map(fromMso);
        await db.insertInto('issued_mso').values(rows).execute();
      }
    },
    async dropMsos(credentialId) {
      const query = db.updateTable('issued_mso').set({ static_auth_data: null });
      const stored = query
        .where('credential_id', '=', credentialId)
        .where('static_auth_data', 'is not', null);
      await stored.execute();
    },
    async purgeExpiredMsos(now, limit) {
      const due = db
        .selectFrom('issued_mso')
        .select('key_hash')
        .where('static_auth_data', 'is not', null)
        .where('expires_at', '<=', now)
        .limit(limit);
      const query = db.updateTable('issued_mso').set({ static_auth_data: null }).where('key_hash', 'in', due);
      const results = await query.execute();
      return Number(results[0]?.numUpdatedRows ?? 0n);
    },
  };
}
