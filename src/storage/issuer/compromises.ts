import { type Kysely, type Selectable, sql } from 'kysely';
import type {
  Compromise,
  CompromiseProgress,
  CompromiseReader,
  CompromiseWriter,
} from '../../issuer/ports/compromises.ts';
import type { Schema } from '../schema/index.ts';

const toCompromise = (row: Selectable<Schema['key_compromise']>): Compromise => ({
  keyId: row.key_id,
  revision: row.revision,
  since: row.since,
  recordedAt: row.recorded_at,
  ...(row.due_at !== null && { dueAt: row.due_at }),
  progress: JSON.parse(row.progress) as CompromiseProgress,
});

export const fromCompromise = (compromise: Compromise) => ({
  key_id: compromise.keyId,
  revision: compromise.revision,
  since: compromise.since,
  recorded_at: compromise.recordedAt,
  due_at: compromise.dueAt ?? null,
  progress: JSON.stringify(compromise.progress),
});

const isSignedBy = (signer: number) => sql<boolean>`mso.signer = ${signer}`;

export function compromiseReader(db: Kysely<Schema>): CompromiseReader {
  return {
    async compromise(keyId) {
      const query = db.selectFrom('key_compromise').selectAll().where('key_id', '=', keyId);
      const row = await query.executeTakeFirst();
      return row && toCompromise(row);
    },
    async compromises() {
      const query = db.selectFrom('key_compromise').selectAll().orderBy('key_id');
      return (await query.execute()).map(toCompromise);
    },
    async dueCompromises(now) {
      const query = db.selectFrom('key_compromise').selectAll().where('due_at', '<=', now).orderBy('key_id');
      return (await query.execute()).map(toCompromise);
    },
    async lastMsoEnd() {
      // Of all signers, because the index has no signer. It leaves out MSOs whose bytes were deleted.
      const query = db
        .selectFrom('issued_mso')
        .select('expires_at')
        .where('static_auth_data', 'is not', null)
        .orderBy('expires_at', 'desc')
        .limit(1);
      return (await query.executeTakeFirst())?.expires_at;
    },
    async laterSigners(keyId) {
      const made = db.selectFrom('issuer_key').select('created_at').where('key_id', '=', keyId);
      const query = db
        .selectFrom('issuer_key')
        .select('key_id')
        .where('role', '=', 'documentSigner')
        .where('key_id', '!=', keyId)
        .where('created_at', '>=', made);
      return (await query.execute()).map((row) => row.key_id);
    },
    async msosSignedBy(signer, later, { after, now, limit }) {
      const page = db.selectFrom('credential').select('credential_id').where('credential_id', '>', after);
      const ids = (await page.orderBy('credential_id').limit(limit).execute()).map(
        (row) => row.credential_id,
      );
      const last = ids.at(-1);
      if (last === undefined) return { rows: [] };
      const signed = isSignedBy(signer);
      const renewed = later.length === 0 ? sql`1 = 0` : sql`mso.signer in (${sql.join(later)})`;
      const rows = await db
        .selectFrom('credential')
        .innerJoin('issued_mso as mso', 'mso.credential_id', 'credential.credential_id')
        .select(({ fn }) => [
          'credential.credential_id',
          fn.countAll().as('msos'),
          sql<number>`sum(case when ${signed} then 1 else 0 end)`.as('signed'),
          sql<number>`sum(case when ${renewed} then 1 else 0 end)`.as('renewed'),
          sql<number>`max(case when ${signed} then mso.expires_at else 0 end)`.as('last_end'),
        ])
        .where('credential.credential_id', 'in', ids)
        .where('mso.expires_at', '>', now)
        // A device with an active credential has deleted the MSOs of earlier versions.
        .where(({ eb, and, or, ref }) =>
          or([
            eb('credential.state', '=', 'provisionPending'),
            and([
              eb('credential.state', '=', 'active'),
              eb('mso.version_id', '=', ref('credential.version_id')),
            ]),
          ]),
        )
        .groupBy('credential.credential_id')
        .execute();
      return {
        rows: rows.map((row) => ({
          credentialId: row.credential_id,
          msos: Number(row.msos),
          signed: Number(row.signed),
          renewed: Number(row.renewed),
          lastEnd: Number(row.last_end),
        })),
        last,
      };
    },
  };
}

export function compromiseWriter(db: Kysely<Schema>): CompromiseWriter {
  return {
    ...compromiseReader(db),
    async updateCompromise(compromise) {
      const { key_id, revision, due_at, progress } = fromCompromise(compromise);
      const query = db.updateTable('key_compromise').set({ due_at, progress, revision: revision + 1 });
      const results = await query.where('key_id', '=', key_id).where('revision', '=', revision).execute();
      return results[0]?.numUpdatedRows === 1n;
    },
    async revokeEntriesSignedBy(signer, credentialId, now) {
      const entries = db
        .selectFrom('issued_mso as mso')
        .select([sql<number>`status_list_no`.as('list_no'), sql<number>`status_idx`.as('idx')])
        .where('credential_id', '=', credentialId)
        .where('status_list_no', 'is not', null)
        .where('expires_at', '>', now)
        .where(isSignedBy(signer));
      await db
        .insertInto('status_revoked')
        .columns(['list_no', 'idx'])
        .expression(entries)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
