import type { Kysely } from 'kysely';
import type { ClaimReader, ClaimWriter } from '../../issuer/ports/claims.ts';
import type { Schema } from '../schema/index.ts';
import { preparedChange } from '../statements.ts';

const deleteClaim = preparedChange((db, { proofingId }: { readonly proofingId: string }) =>
  db.deleteFrom('proofing_claim').where('proofing_id', '=', proofingId),
);

export function claimReader(db: Kysely<Schema>): ClaimReader {
  return {
    async claims(proofingIds, now) {
      if (proofingIds.length === 0) return [];
      const query = db.selectFrom('proofing_claim').selectAll().where('proofing_id', 'in', proofingIds);
      return (await query.where('expires_at', '>', now).execute()).map((row) => ({
        proofingId: row.proofing_id,
        operatorId: row.operator_id,
        claimedAt: row.claimed_at,
        expiresAt: row.expires_at,
      }));
    },
  };
}

export function claimWriter(db: Kysely<Schema>): ClaimWriter {
  return {
    async saveClaim({ proofingId, operatorId, claimedAt, expiresAt }) {
      const set = { operator_id: operatorId, claimed_at: claimedAt, expires_at: expiresAt };
      await db
        .insertInto('proofing_claim')
        .values({ proofing_id: proofingId, ...set })
        .onConflict((conflict) => conflict.column('proofing_id').doUpdateSet(set))
        .execute();
    },
    async deleteClaim(proofingId) {
      await deleteClaim(db, { proofingId });
    },
    async purgeClaims(now) {
      await db.deleteFrom('proofing_claim').where('expires_at', '<=', now).execute();
    },
  };
}
