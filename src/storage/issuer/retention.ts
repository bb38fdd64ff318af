import type { Kysely } from 'kysely';
import type { PurgedKind, PurgeReader, PurgeWriter } from '../../issuer/ports/retention.ts';
import type { Schema } from '../schema/index.ts';
import { heldHolders, outsideHeldSpans, withoutString } from './held-rows.ts';

export function purgeReader(db: Kysely<Schema>): PurgeReader {
  return {
    async purgeStates() {
      const rows = await db.selectFrom('retention_purge').selectAll().orderBy('kind').execute();
      return rows.map(({ kind, due_at, so_far, done_at }) => ({
        kind: kind as PurgedKind,
        dueAt: Number(due_at),
        soFar: Number(so_far),
        ...(done_at !== null && { doneAt: Number(done_at) }),
      }));
    },
  };
}

export function purgeWriter(db: Kysely<Schema>): PurgeWriter {
  return {
    async savePurgeState({ kind, dueAt, soFar, doneAt = null }) {
      const set = { due_at: dueAt, so_far: soFar, done_at: doneAt };
      const query = db.insertInto('retention_purge').values({ kind, ...set });
      await query.onConflict((conflict) => conflict.column('kind').doUpdateSet(set)).execute();
    },
    async purgeApprovals(endedBefore, limit) {
      let ended = db
        .selectFrom('approval')
        .select('approval_id')
        .where('ended_at', '<', endedBefore)
        .where(outsideHeldSpans('created_at'));
      for (const holderId of await heldHolders(db)) ended = ended.where(withoutString('arguments', holderId));
      const oldest = ended.orderBy('ended_at').limit(limit);
      const results = await db.deleteFrom('approval').where('approval_id', 'in', oldest).execute();
      return Number(results[0]?.numDeletedRows ?? 0n);
    },
  };
}
