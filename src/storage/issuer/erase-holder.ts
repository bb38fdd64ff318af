import type { Kysely } from 'kysely';
import { saltedDigest } from '../../audit/line.ts';
import type { Schema } from '../schema/index.ts';
import { eraseNotesOf } from './erase-notes.ts';

/** In lines that are sealed, the digest takes the place of the salt: nobody can tell any more which id it was of. */
async function hideFromSeals(db: Kysely<Schema>, holderId: string): Promise<void> {
  const sealed = db
    .selectFrom('state_change')
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

/** See IssuerWriter.eraseHolder. Key hashes of MSOs stay: a key is never certified twice. */
export async function eraseHolder(db: Kysely<Schema>, holderId: string, erasureId: string): Promise<number> {
  const credentials = db.selectFrom('credential').select('credential_id').where('holder_id', '=', holderId);
  await db
    .updateTable('issued_mso')
    .set({ static_auth_data: null })
    .where('credential_id', 'in', credentials)
    .where('static_auth_data', 'is not', null)
    .execute();
  await eraseNotesOf(db, holderId);
  await hideFromSeals(db, holderId);
  await db
    .updateTable('state_change')
    .set({ subject_id: erasureId })
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
  await db.deleteFrom('holder').where('holder_id', '=', holderId).execute();
  return Number(deleted[0]?.numDeletedRows ?? 0n);
}
