import type { Kysely } from 'kysely';
import { saltedDigest } from '../../audit/node-crypto.ts';
import type { Erased } from '../../issuer/ports/operators.ts';
import { eraseTextsOfEntries } from '../audit/erasable-texts.ts';
import { indexEntries, indexedEntries } from '../audit/unindexed-entries.ts';
import type { Schema } from '../schema/index.ts';
import { eraseTexts } from './decision-texts.ts';

/** In sealed entries the digest replaces the salt, so that nobody can check which id it belongs to. */
async function hideFromSeals(db: Kysely<Schema>, holderId: string): Promise<void> {
  const sealed = indexedEntries(db)
    .select(['change_id', 'subject_salt'])
    .where('subject', '=', 'holder')
    .where('subject_id', '=', holderId)
    .where('subject_salt', 'is not', null);
  for (const { change_id, subject_salt } of await sealed.execute()) {
    const subject_digest = saltedDigest(subject_salt as Uint8Array, holderId);
    const query = db.updateTable('state_change').set({ subject_digest, subject_salt: null });
    await query.where('change_id', '=', change_id).execute();
  }
}

/** See OperatorWriter.eraseHolder. The key hashes of MSOs stay, because a key must never be certified twice. */
export async function eraseHolder(db: Kysely<Schema>, holderId: string, erasureId: string): Promise<Erased> {
  const held = db.selectFrom('holder_key').select('wrapped').where('holder_id', '=', holderId);
  const key = (await held.executeTakeFirst())?.wrapped;
  const credentials = db.selectFrom('credential').select('credential_id').where('holder_id', '=', holderId);
  await db
    .updateTable('issued_mso')
    .set({ static_auth_data: null })
    .where('credential_id', 'in', credentials)
    .where('static_auth_data', 'is not', null)
    .execute();
  // The bits stay set, without a link to the credential. Entries of a list are never given again.
  await db
    .updateTable('issued_mso')
    .set({ status_list_no: null, status_idx: null })
    .where('credential_id', 'in', credentials)
    .where('status_list_no', 'is not', null)
    .execute();
  await indexEntries(db);
  await eraseTextsOfEntries(db, holderId);
  await eraseTexts(db, holderId);
  await hideFromSeals(db, holderId);
  await db
    .updateTable('state_change')
    .set({ subject_id: erasureId })
    .where('unindexed', 'is', null)
    .where('subject', '=', 'holder')
    .where('subject_id', '=', holderId)
    .execute();
  await db
    .updateTable('credential')
    .set({ holder_id: erasureId })
    .where('holder_id', '=', holderId)
    .execute();
  await db.updateTable('proofing').set({ holder_id: erasureId }).where('holder_id', '=', holderId).execute();
  const codes = db.deleteFrom('pre_authorization_code').where('holder_id', '=', holderId);
  const deleted = await codes.execute();
  // Only holds that were lifted can name the holder.
  await db
    .updateTable('legal_hold')
    .set({ holder_id: erasureId })
    .where('holder_id', '=', holderId)
    .execute();
  await db.deleteFrom('earlier_record').where('holder_id', '=', holderId).execute();
  await db.deleteFrom('holder_search').where('holder_id', '=', holderId).execute();
  await db.deleteFrom('holder_key').where('holder_id', '=', holderId).execute();
  await db.deleteFrom('holder').where('holder_id', '=', holderId).execute();
  return { codes: Number(deleted[0]?.numDeletedRows ?? 0n), ...(key && { key }) };
}
