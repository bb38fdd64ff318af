import { expressionBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseReader } from '../../issuer/ports/database.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { anchorReader } from '../audit/anchors.ts';
import { baselineReader, logReader } from '../audit/audit-log.ts';
import { sealReader } from '../audit/seals.ts';
import { mapped } from '../columns.ts';
import { afterCursor, type BoundedPage, countThatFits, fewOf, inOrder, inStepsOf, source } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { approvalReader } from './approvals.ts';
import { claimReader } from './claims.ts';
import { compromiseReader } from './compromises.ts';
import { openProofings } from './decision-texts.ts';
import { earlierRecordReader } from './earlier-records.ts';
import { figureReader } from './figures.ts';
import { holderKeyReader, openHolders, readHolder, readHolderSummary, readMsos } from './holder-keys.ts';
import { holderSearchReader } from './holder-search.ts';
import { holdReader } from './holds.ts';
import { outboxReader } from './outbox.ts';
import { peopleReader } from './people.ts';
import {
  codeAttemptsOf,
  codeByHash,
  credentialById,
  credentialsByProofing,
  deviceById,
  deviceByKey,
  listReader,
  liveCredentialByDevice,
  proofingById,
} from './queries.ts';
import { requestReader } from './requests.ts';
import { purgeReader } from './retention.ts';
import { toCode, toCodeAttempts, toCredential, toDevice } from './rows.ts';
import { statusListReader } from './status-lists.ts';

const LIVE = ['provisionPending', 'active'];
const OPEN = ['pending', 'challenged', 'accepted'];

/** `replica` is used for lists and may lag behind. */
export function issuerReader(
  db: Kysely<Schema>,
  epochs: HolderEpochs,
  replica: Kysely<Schema> = db,
): DatabaseReader {
  return {
    ...listReader(replica, epochs),
    ...peopleReader(replica, epochs),
    ...requestReader(replica),
    ...logReader(replica, epochs),
    ...approvalReader(db, epochs),
    ...sealReader(db, epochs),
    ...anchorReader(db),
    ...baselineReader(db),
    ...outboxReader(db, replica),
    ...claimReader(db),
    ...holderSearchReader(db, epochs),
    ...holderKeyReader(db),
    ...earlierRecordReader(db, epochs),
    ...purgeReader(db),
    ...holdReader(db),
    ...figureReader(replica),
    ...statusListReader(db),
    ...compromiseReader(db),
    device: async (id) => mapped((await deviceById(db, { id }))[0], toDevice),
    proofing: async (id) => (await openProofings(db, epochs, await proofingById(db, { id })))[0],
    async proofingByRejection(rejectionId) {
      const query = db.selectFrom('proofing').selectAll().where('rejection_id', '=', rejectionId);
      return (await openProofings(db, epochs, await query.limit(1).execute()))[0];
    },
    credential: async (id) => mapped((await credentialById(db, { id }))[0], toCredential),
    async openProofingsOf(deviceReferenceId) {
      const query = db
        .selectFrom('proofing')
        .selectAll()
        .where('device_reference_id', '=', deviceReferenceId);
      const rows = await query.where('state', 'in', OPEN).orderBy('proofing_id').execute();
      return openProofings(db, epochs, rows);
    },
    deviceWithKey: async (key) => (await deviceByKey(db, { key }))[0]?.device_reference_id,
    async proofingsOfHolder(holderId) {
      const query = db.selectFrom('proofing').select('proofing_id').where('holder_id', '=', holderId);
      return (await query.execute()).map((row) => row.proofing_id);
    },
    holder: (id) => readHolder(db, epochs, id),
    holderSummary: (id) => readHolderSummary(db, id),
    liveCredentialOf: async (id) => mapped((await liveCredentialByDevice(db, { id }))[0], toCredential),
    async liveCredentialsOfHolder(holderId) {
      const query = db.selectFrom('credential').selectAll().where('holder_id', '=', holderId);
      const rows = await query.where('state', 'in', LIVE).orderBy('credential_id').execute();
      return rows.map(toCredential);
    },
    credentialsOfProofing: async (id) => (await credentialsByProofing(db, { id })).map(toCredential),
    code: async (codeHash) => mapped((await codeByHash(db, { codeHash }))[0], toCode),
    async codeById(codeId) {
      const query = db.selectFrom('pre_authorization_code').selectAll().where('code_id', '=', codeId);
      return mapped(await query.executeTakeFirst(), toCode);
    },
    codeAttempts: async (subject) => mapped((await codeAttemptsOf(db, { subject }))[0], toCodeAttempts),
    async devicesToProvision(holderId, { since, now }) {
      const rows = await db
        .selectFrom('proofing')
        .select('device_reference_id')
        .distinct()
        .where('holder_id', '=', holderId)
        .where('state', '=', 'accepted')
        .where('decided_at', '>', since)
        .where(({ eb, or }) => or([eb('deadline_at', 'is', null), eb('deadline_at', '>', now)]))
        .where('reverifies_credential_id', 'is', null)
        .where(({ not, exists, selectFrom }) => {
          const fetched = selectFrom('credential').select('credential_id');
          return not(exists(fetched.whereRef('credential.proofing_id', '=', 'proofing.proofing_id')));
        })
        .execute();
      return rows.map((row) => row.device_reference_id);
    },
    msos: (keyHashes) => readMsos(db, epochs, keyHashes),
    async validMsos(credentialId, versionId, now) {
      const { count } = await db
        .selectFrom('issued_mso')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('credential_id', '=', credentialId)
        .where('version_id', '=', versionId)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return Number(count);
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
    async listHolders(page: Page) {
      const candidates = replica.selectFrom('holder');
      const { idPrefix } = page;
      const read = async (part: BoundedPage) => {
        const wanted = afterCursor(source(replica, 'holder', part), 'holder_id', part);
        const query = inOrder(wanted, 'holder_id', part);
        const weights = await query.select(sql<number>`octet_length(record)`.as('weight')).execute();
        const size = countThatFits(weights);
        return { rows: await query.selectAll().limit(size).execute(), isCut: size < weights.length };
      };
      const few = idPrefix && (await fewOf(afterCursor(candidates, 'holder_id', { limit: 0, idPrefix })));
      const rows =
        idPrefix === undefined || few
          ? (await read({ ...page, ...(few && { window: few }) })).rows
          : await inStepsOf({ candidates, id: 'holder_id', page, read });
      return openHolders(replica, epochs, rows);
    },
    async listCodes(page: Page, holderId) {
      const device = expressionBuilder<Schema, 'pre_authorization_code'>()
        .selectFrom('proofing')
        .select('device_reference_id')
        .whereRef('proofing_id', '=', 'used_by')
        .as('device');
      const codes = replica.selectFrom('pre_authorization_code').selectAll().select(device);
      const all = afterCursor(codes, 'code_id', page);
      const query = holderId === undefined ? all : all.where('holder_id', '=', holderId);
      const rows = await inOrder(query, 'code_id', page).execute();
      return rows.map(({ device: deviceReferenceId, ...row }) => ({
        ...toCode(row),
        ...(deviceReferenceId !== null && { deviceReferenceId }),
      }));
    },
  };
}
