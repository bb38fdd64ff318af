import type { Kysely } from 'kysely';
import type { StateChange } from '../../issuer/ports/entities.ts';
import type { IssuerReader, Page } from '../../issuer/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import { approvalReader } from './approvals.ts';
import { baselineReader } from './baseline.ts';
import { outboxReader } from './outbox.ts';
import { credentialById, deviceById, holderById, liveCredentialByDevice, proofingById } from './queries.ts';
import {
  toChange,
  toCode,
  toCodeAttempts,
  toCredential,
  toDevice,
  toHolder,
  toMso,
  toProofing,
} from './rows.ts';
import { sealReader } from './seals.ts';
import { trailReader } from './trail-reader.ts';

const LIVE = ['provisionPending', 'active'];

function mapped<Row, Entity>(row: Row | undefined, map: (row: Row) => Entity): Entity | undefined {
  return row === undefined ? undefined : map(row);
}

/** `replica` answers lists; it may lag behind. */
export function issuerReader(db: Kysely<Schema>, replica: Kysely<Schema> = db): IssuerReader {
  return {
    ...trailReader(replica),
    ...approvalReader(db),
    ...sealReader(db),
    ...baselineReader(db),
    ...outboxReader(db, replica),
    device: async (id) => mapped((await deviceById(db, { id }))[0], toDevice),
    proofing: async (id) => mapped((await proofingById(db, { id }))[0], toProofing),
    credential: async (id) => mapped((await credentialById(db, { id }))[0], toCredential),
    async proofingsOfHolder(holderId) {
      const query = db.selectFrom('proofing').select('proofing_id').where('holder_id', '=', holderId);
      return (await query.execute()).map((row) => row.proofing_id);
    },
    holder: async (id) => mapped((await holderById(db, { id }))[0], toHolder),
    liveCredentialOf: async (id) => mapped((await liveCredentialByDevice(db, { id }))[0], toCredential),
    async liveCredentialsOfHolder(holderId) {
      const query = db.selectFrom('credential').selectAll().where('holder_id', '=', holderId);
      const rows = await query.where('state', 'in', LIVE).orderBy('credential_id').execute();
      return rows.map(toCredential);
    },
    async credentialsOfProofing(proofingId) {
      const query = db.selectFrom('credential').selectAll().where('proofing_id', '=', proofingId);
      return (await query.orderBy('credential_id').execute()).map(toCredential);
    },
    async code(codeHash) {
      const query = db.selectFrom('pre_authorization_code').selectAll().where('code_hash', '=', codeHash);
      return mapped(await query.executeTakeFirst(), toCode);
    },
    async codeById(codeId) {
      const query = db.selectFrom('pre_authorization_code').selectAll().where('code_id', '=', codeId);
      return mapped(await query.executeTakeFirst(), toCode);
    },
    async codeAttempts(subject) {
      const query = db.selectFrom('code_attempt').selectAll().where('subject', '=', subject);
      return mapped(await query.executeTakeFirst(), toCodeAttempts);
    },
    async devicesToProvision(holderId, since) {
      const rows = await db
        .selectFrom('proofing')
        .select('device_reference_id')
        .distinct()
        .where('holder_id', '=', holderId)
        .where('state', '=', 'accepted')
        .where('decided_at', '>', since)
        .where('reverifies_credential_id', 'is', null)
        .where(({ not, exists, selectFrom }) => {
          const fetched = selectFrom('credential').select('credential_id');
          return not(exists(fetched.whereRef('credential.proofing_id', '=', 'proofing.proofing_id')));
        })
        .execute();
      return rows.map((row) => row.device_reference_id);
    },
    async msos(keyHashes) {
      if (keyHashes.length === 0) return [];
      const rows = await db.selectFrom('issued_mso').selectAll().where('key_hash', 'in', keyHashes).execute();
      return rows.map(toMso);
    },
    async dueProofings(now, limit) {
      const query = db.selectFrom('proofing').select('proofing_id').where('deadline_at', '<=', now);
      const rows = await query.orderBy('deadline_at').limit(limit).execute();
      return rows.map((row) => row.proofing_id);
    },
    async dueCredentials(now, limit) {
      const query = db.selectFrom('credential').select('credential_id').where('deadline_at', '<=', now);
      const rows = await query.orderBy('deadline_at').limit(limit).execute();
      return rows.map((row) => row.credential_id);
    },
    async changingHolders(today, documentTypes, limit) {
      const query = db.selectFrom('holder').select('holder_id').where('changes_on', '<=', today);
      const served = query.where('document_type', 'in', documentTypes);
      const rows = await served.orderBy('changes_on').limit(limit).execute();
      return rows.map((row) => row.holder_id);
    },
    async listHolders({ limit, after = '' }: Page) {
      const query = replica.selectFrom('holder').selectAll().where('holder_id', '>', after);
      return (await query.orderBy('holder_id').limit(limit).execute()).map(toHolder);
    },
    async listCodes({ limit, after = '' }: Page, holderId) {
      const all = replica.selectFrom('pre_authorization_code').selectAll().where('code_id', '>', after);
      const query = holderId === undefined ? all : all.where('holder_id', '=', holderId);
      return (await query.orderBy('code_id').limit(limit).execute()).map(toCode);
    },
    async changesOf(subject: StateChange['subject'], subjectId) {
      const query = db.selectFrom('state_change').selectAll().where('subject', '=', subject);
      const rows = await query.where('subject_id', '=', subjectId).orderBy('change_id').execute();
      return rows.map(toChange);
    },
  };
}
