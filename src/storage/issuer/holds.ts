import type { Kysely, Selectable } from 'kysely';
import type { HoldReader, HoldReason, HoldWriter, LegalHold } from '../../issuer/ports/holds.ts';
import { afterCursor, inOrder } from '../pages.ts';
import type { Schema } from '../schema/index.ts';

function toHold(row: Selectable<Schema['legal_hold']>): LegalHold {
  return {
    holdId: row.hold_id,
    ...(row.holder_id !== null && { holderId: row.holder_id }),
    from: Number(row.from_at),
    ...(row.to_at !== null && { to: Number(row.to_at) }),
    reason: row.reason as HoldReason,
    reviewAt: Number(row.review_at),
    placedAt: Number(row.placed_at),
    ...(row.lifted_at !== null && { liftedAt: Number(row.lifted_at) }),
  };
}

export const openHolds = (db: Kysely<Schema>) => db.selectFrom('legal_hold').where('lifted_at', 'is', null);

export function holdReader(db: Kysely<Schema>): HoldReader {
  return {
    async heldSince() {
      const query = openHolds(db).select(({ fn }) => fn.min('from_at').as('at'));
      const at = (await query.executeTakeFirst())?.at;
      return at === null || at === undefined ? undefined : Number(at);
    },
    async hold(holdId) {
      const query = db.selectFrom('legal_hold').selectAll().where('hold_id', '=', holdId);
      const row = await query.executeTakeFirst();
      return row && toHold(row);
    },
    async listHolds(page) {
      const query = afterCursor(db.selectFrom('legal_hold').selectAll(), 'hold_id', page);
      return (await inOrder(query, 'hold_id', page).execute()).map(toHold);
    },
    async holdsOn({ holderId, createdAt }) {
      const query = openHolds(db)
        .selectAll()
        .where(({ eb, and, or }) =>
          or([
            eb('holder_id', '=', holderId),
            and([eb('holder_id', 'is', null), or([eb('to_at', 'is', null), eb('to_at', '>', createdAt)])]),
          ]),
        );
      return (await query.orderBy('hold_id').limit(100).execute()).map(toHold);
    },
    async holdsToReview(now) {
      const query = openHolds(db).selectAll().where('review_at', '<=', now);
      return (await query.orderBy('hold_id').limit(100).execute()).map(toHold);
    },
  };
}

export function holdWriter(db: Kysely<Schema>): HoldWriter {
  return {
    async insertHold({ holdId, holderId, from, to, reason, reviewAt, placedAt }) {
      const row = {
        hold_id: holdId,
        holder_id: holderId ?? null,
        from_at: from,
        to_at: to ?? null,
        reason,
        review_at: reviewAt,
        placed_at: placedAt,
        lifted_at: null,
      };
      await db.insertInto('legal_hold').values(row).execute();
    },
    async liftHold(holdId, at) {
      const query = db.updateTable('legal_hold').set({ lifted_at: at }).where('hold_id', '=', holdId);
      const results = await query.where('lifted_at', 'is', null).execute();
      return results[0]?.numUpdatedRows === 1n;
    },
  };
}
