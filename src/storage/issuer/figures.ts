import { type Kysely, sql } from 'kysely';
import { DAY } from '../../conventions/time.ts';
import type { ProofingState } from '../../issuer/model/index.ts';
import type { FigureReader } from '../../issuer/ports/figures.ts';
import type { Schema } from '../schema/index.ts';

/** Number of bytes of a hash that are used to estimate its position among all hashes. */
const PREFIX = 6;

/** Estimates the share of all hashes that are smaller than this one. */
const placeOf = (hash: Uint8Array) => Buffer.from(hash).readUIntBE(0, PREFIX) / 256 ** PREFIX;

/** The newest proofings since `from`, read from an index only. */
const newest = (db: Kysely<Schema>, from: number, most: number) =>
  db.selectFrom('proofing').where('created_at', '>=', from).orderBy('created_at', 'desc').limit(most);

/** `db` may be a replica that lags behind. */
export function figureReader(db: Kysely<Schema>): FigureReader {
  return {
    async countProofings(state, now, most) {
      const some = db
        .selectFrom('proofing')
        .select('proofing_id')
        .where('state', '=', state)
        .where('deadline_at', '>', now)
        .limit(most + 1);
      const { count } = await db
        .selectFrom(some.as('some'))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return { count: Math.min(Number(count), most), isCapped: Number(count) > most };
    },
    async countsByDay(from, most) {
      const day = sql<number>`created_at - created_at % ${sql.lit(DAY)}`.as('day');
      const rows = await db
        .selectFrom(newest(db, from, most).select(['state', 'rejection_cause', day]).as('newest'))
        .select(({ fn }) => ['day', 'state', 'rejection_cause', fn.countAll().as('count')])
        .groupBy(['day', 'state', 'rejection_cause'])
        .execute();
      return rows.map((row) => ({
        day: Number(row.day),
        state: row.state as ProofingState,
        ...(row.rejection_cause !== null && { cause: row.rejection_cause }),
        count: Number(row.count),
      }));
    },
    async waits(from, most) {
      const rows = await newest(db, from, most).select(['created_at', 'decided_at']).execute();
      return rows.flatMap(({ created_at, decided_at }) =>
        decided_at === null ? [] : [{ createdAt: created_at, waited: decided_at - created_at }],
      );
    },
    async sampleMsos(most) {
      const rows = await db
        .selectFrom('issued_mso')
        .select(['key_hash', 'expires_at'])
        .orderBy(sql`key_hash`)
        .limit(most)
        .execute();
      const last = rows.at(-1);
      const factor = last === undefined || rows.length < most ? 1 : 1 / placeOf(last.key_hash);
      return { expiresAt: rows.map((row) => Number(row.expires_at)), factor };
    },
  };
}
