import type { Kysely } from 'kysely';
import { omit } from '../../conventions/omit.ts';
import type { RandomFill } from '../../conventions/random-text.ts';
import type { DatabaseWriter, IssuerDatabase } from '../../issuer/ports/database.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { anchorWriter } from '../audit/anchors.ts';
import { baselineWriter, logWriter } from '../audit/audit-log.ts';
import { sealWriter } from '../audit/seals.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, preparedChange, UNAWAITED, updateRow } from '../statements.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { approvalWriter } from './approvals.ts';
import { claimWriter } from './claims.ts';
import { compromiseWriter } from './compromises.ts';
import { proofingRow } from './decision-texts.ts';
import { earlierRecordWriter } from './earlier-records.ts';
import { eraseHolder } from './erase-holder.ts';
import { holderKeyWriter, insertHolder, insertMsos, updateHolder } from './holder-keys.ts';
import { holderSearchWriter } from './holder-search.ts';
import { holdWriter } from './holds.ts';
import { issuerReader } from './issuer-reader.ts';
import { outboxWriter } from './outbox.ts';
import { requestWriter } from './requests.ts';
import { purgeWriter } from './retention.ts';
import { fromCode, fromCodeAttempts, fromCredential, fromDevice } from './rows.ts';
import { statusListWriter } from './status-lists.ts';

/** Columns that never change after the insert. */
const COLUMNS = {
  device: { key: ['device_reference_id'] },
  proofing: { key: ['proofing_id'], fixed: ['device_reference_id', 'identity_key_hash', 'created_at'] },
  credential: {
    key: ['credential_id'],
    fixed: ['device_reference_id', 'proofing_id', 'holder_id', 'identity_key_hash', 'created_at'],
  },
} as const;

const openCode = (db: Kysely<Schema>, codeId: string) =>
  db
    .updateTable('pre_authorization_code')
    .where('code_id', '=', codeId)
    .where('used_by', 'is', null)
    .where('revoked_at', 'is', null);

const useCode = preparedChange((db, code: { readonly codeId: string; readonly proofingId: string }) =>
  openCode(db, code.codeId).set({ used_by: code.proofingId }),
);

const revokeCode = preparedChange((db, code: { readonly codeId: string; readonly at: number }) =>
  openCode(db, code.codeId).set({ revoked_at: code.at }),
);

const dropMsos = preparedChange(
  (db, { credentialId }: { readonly credentialId: string }) =>
    db
      .updateTable('issued_mso')
      .set({ static_auth_data: null })
      .where('credential_id', '=', credentialId)
      .where('static_auth_data', 'is not', null),
  UNAWAITED,
);

/** `newId` returns ids that sort by time; `random` makes the salts of notes. */
function issuerWriter(
  db: Kysely<Schema>,
  newId: () => string,
  random: RandomFill,
  epochs: HolderEpochs,
  originOf: Database['origin'],
): DatabaseWriter {
  return {
    ...issuerReader(db, epochs),
    ...logWriter(db, newId, random, epochs),
    ...requestWriter(db, newId),
    ...approvalWriter(db, epochs),
    ...sealWriter(db),
    ...anchorWriter(db),
    ...baselineWriter(db),
    ...outboxWriter(db, newId),
    ...claimWriter(db),
    ...purgeWriter(db),
    ...holdWriter(db),
    ...holderSearchWriter(db),
    ...holderKeyWriter(db, epochs),
    ...earlierRecordWriter(db, epochs),
    ...statusListWriter(db, originOf),
    ...compromiseWriter(db),
    insertDevice: (device) => insertRows(db, 'device', [fromDevice(device)]),
    updateDevice: (device) => updateRow(db, 'device', COLUMNS.device, fromDevice(device)),
    insertProofing: async (proofing) => insertRows(db, 'proofing', [await proofingRow(db, epochs, proofing)]),
    updateProofing: async (proofing) =>
      updateRow(db, 'proofing', COLUMNS.proofing, await proofingRow(db, epochs, proofing)),
    insertCredential: (credential) => insertRows(db, 'credential', [fromCredential(credential)]),
    updateCredential: (credential) =>
      updateRow(db, 'credential', COLUMNS.credential, fromCredential(credential)),
    insertHolder: (holder) => insertHolder(db, epochs, holder),
    updateHolder: (holder) => updateHolder(db, epochs, holder),
    eraseHolder: (holderId, erasureId) => eraseHolder(db, holderId, erasureId),
    insertCode: (code) => insertRows(db, 'pre_authorization_code', [fromCode(code)]),
    useCode: async (codeId, proofingId) => (await useCode(db, { codeId, proofingId })) === 1,
    revokeCode: async (codeId, at) => (await revokeCode(db, { codeId, at })) === 1,
    async countWrongTxCode(codeId) {
      const row = await openCode(db, codeId)
        .set(({ fn, val, eb }) => ({
          tx_code_failures: eb(fn.coalesce('tx_code_failures', val(0)), '+', 1),
        }))
        .returning('tx_code_failures')
        .executeTakeFirst();
      return Number(row?.tx_code_failures ?? 0);
    },
    async saveCodeAttempts(count) {
      const row = fromCodeAttempts(count);
      const set = omit(row, 'subject');
      const query = db.insertInto('code_attempt').values(row);
      await query.onConflict((conflict) => conflict.column('subject').doUpdateSet(set)).execute();
    },
    async purgeCodeAttempts(now) {
      await db.deleteFrom('code_attempt').where('window_ends_at', '<=', now).execute();
    },
    insertMsos: (msos) => insertMsos(db, epochs, msos),
    async dropMsos(credentialId) {
      await dropMsos(db, { credentialId });
    },
    async purgeExpiredMsos(now, limit) {
      const due = db
        .selectFrom('issued_mso')
        .select('key_hash')
        .where('static_auth_data', 'is not', null)
        .where('expires_at', '<=', now)
        // Makes PostgreSQL use the partial index of rows with bytes. Its planner does not know that there are
        // few such rows.
        .orderBy('expires_at')
        .limit(limit);
      const query = db.updateTable('issued_mso').set({ static_auth_data: null }).where('key_hash', 'in', due);
      const results = await query.execute();
      return Number(results[0]?.numUpdatedRows ?? 0n);
    },
  };
}

/** On SQLite all transactions are one object, for which the functions are made once. */
function madeOnce<Functions>(make: (transaction: Kysely<Schema>) => Functions): typeof make {
  const made = new WeakMap<Kysely<Schema>, Functions>();
  return (transaction) => {
    const functions = made.get(transaction) ?? make(transaction);
    made.set(transaction, functions);
    return functions;
  };
}

/** `epochs` are the keys that encrypt the keys of holders. */
export function issuerStore(
  database: Database,
  now: () => number,
  random: RandomFill,
  epochs: HolderEpochs,
): IssuerDatabase {
  const newId = idsOf(database, now, random);
  const reader = issuerReader(database.reader, epochs, database.replica);
  const readerOf = madeOnce((transaction) => issuerReader(transaction, epochs));
  const writerOf = madeOnce((transaction) =>
    issuerWriter(transaction, newId, random, epochs, database.origin),
  );
  return {
    read: (use) => use(reader),
    snapshot: (use) => database.snapshot((transaction) => use(readerOf(transaction))),
    write: (use) => database.write((transaction) => use(writerOf(transaction))),
    noteErasure: async () => {},
    withdrawErasure: async () => {},
    expunge: (...after) => database.expunge(...after),
  };
}
