import { type Kysely, sql } from 'kysely';
import type { ClockReader, ClockWriter } from '../../issuer/ports/clock.ts';
import type {
  PurgedKind,
  PurgeReader,
  PurgeStep,
  PurgeStepResult,
  PurgeWriter,
} from '../../issuer/ports/retention.ts';
import type { Schema } from '../schema/index.ts';
import { heldIds, namesAny, outsideHeldSpans } from './held-rows.ts';

/** A row that is due, with the text that says whom it concerns. */
interface Due {
  readonly id: string;
  readonly at: number;
  readonly content: string | null;
}

const TABLES = {
  approval: { id: 'approval_id', at: 'ended_at', content: 'arguments' },
  pre_authorization_code: { id: 'code_id', at: 'expires_at', content: 'holder_id' },
} as const;

/** Looks at the next rows whose time has passed, and deletes those that no legal hold concerns. */
async function purgeStep(
  db: Kysely<Schema>,
  table: keyof typeof TABLES,
  { before, after, limit }: PurgeStep,
  isHeld: (content: string, ids: ReadonlySet<string>) => boolean,
): Promise<PurgeStepResult> {
  const [id, at, content] = Object.values(TABLES[table]).map((column) => sql.ref(column));
  const [seenAt, seenId] = after === '' ? [0, ''] : (JSON.parse(after) as [number, string]);
  const { rows } =
    await sql<Due>`select ${id} as id, ${at} as at, ${content} as content from ${sql.table(table)}
    where ${at} < ${before} and (${at}, ${id}) > (${seenAt}, ${seenId}) and ${outsideHeldSpans('created_at')}
    order by ${at}, ${id} limit ${limit}`.execute(db);
  const held = await heldIds(db);
  const due = rows.filter((row) => !isHeld(row.content ?? '', held));
  if (due.length > 0)
    await sql`delete from ${sql.table(table)} where ${id} in (${sql.join(due.map((row) => row.id))})`.execute(
      db,
    );
  const last = rows.at(-1);
  const isEnd = !last || rows.length < limit;
  return { purged: due.length, ...(!isEnd && { last: JSON.stringify([Number(last.at), last.id]) }) };
}

/** The table has one row. */
const SIGHT = 'last';

export function purgeReader(db: Kysely<Schema>): PurgeReader & ClockReader {
  return {
    async believedTime() {
      const row = await db.selectFrom('clock_sight').selectAll().executeTakeFirst();
      if (!row) return undefined;
      return {
        believedAt: Number(row.believed_at),
        ...(row.ahead_since !== null && { aheadSince: Number(row.ahead_since) }),
      };
    },
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

export function purgeWriter(db: Kysely<Schema>): PurgeWriter & Omit<ClockWriter, keyof ClockReader> {
  return {
    async saveBelievedTime({ believedAt, aheadSince = null }) {
      const set = { believed_at: believedAt, ahead_since: aheadSince };
      const query = db.insertInto('clock_sight').values({ sight_id: SIGHT, ...set });
      await query.onConflict((conflict) => conflict.column('sight_id').doUpdateSet(set)).execute();
    },
    async savePurgeState({ kind, dueAt, soFar, doneAt = null }) {
      const set = { due_at: dueAt, so_far: soFar, done_at: doneAt };
      const query = db.insertInto('retention_purge').values({ kind, ...set });
      await query.onConflict((conflict) => conflict.column('kind').doUpdateSet(set)).execute();
    },
    purgeApprovals: (step) => purgeStep(db, 'approval', step, namesAny),
    purgeCodes: (step) => purgeStep(db, 'pre_authorization_code', step, (holderId, ids) => ids.has(holderId)),
  };
}
