import type { Kysely } from 'kysely';
import type { CeilingUse } from '../../../mediation/ports/statistics.ts';
import type { Database } from '../../database.ts';
import type { Schema } from '../../schema/index.ts';

/** What may be sent. */
interface Amount {
  readonly rows: number;
  readonly revenueMicros: number;
}

/** What this process has reserved for a key on a day and not used yet. */
interface Reserved {
  readonly day: number;
  readonly left: Amount;
  /** The amount of the last reservation. */
  readonly last: Amount;
}

/** At most this part of what the day has left is reserved at once. */
const PART = 64;

/** Keys of all publishers that are remembered. What was reserved for the others counts as sent. */
const MOST_KEYS = 100_000;

const NOTHING: Amount = { rows: 0, revenueMicros: 0 };

/** Calculates both figures. */
const each = (of: (name: keyof Amount) => number): Amount => ({
  rows: of('rows'),
  revenueMicros: of('revenueMicros'),
});

/** What the database says that a key sent on a day, which includes all reservations. */
async function sentOn(db: Kysely<Schema>, { keyId, day }: CeilingUse): Promise<Amount> {
  const row = await db
    .selectFrom('statistics_ceiling')
    .select(['sent', 'revenue_micros'])
    .where('key_id', '=', keyId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row ? { rows: row.sent, revenueMicros: row.revenue_micros } : NOTHING;
}

/** Reserves what is needed, and more if the key sends often; undefined if the day has too little left. */
async function reserve(db: Kysely<Schema>, use: CeilingUse, before: Reserved): Promise<Amount | undefined> {
  const { keyId, day, mostRows, mostRevenueMicros } = use;
  const most: Amount = { rows: mostRows, revenueMicros: mostRevenueMicros };
  const sent = await sentOn(db, use);
  const left = each((name) => most[name] - sent[name]);
  const needed = each((name) => Math.max(0, use[name] - before.left[name]));
  if (needed.rows > left.rows || needed.revenueMicros > left.revenueMicros) return undefined;
  const reserved = each((name) =>
    Math.max(needed[name], Math.min(2 * before.last[name], Math.floor(left[name] / PART))),
  );
  const sums = {
    sent: sent.rows + reserved.rows,
    revenue_micros: sent.revenueMicros + reserved.revenueMicros,
  };
  await db
    .insertInto('statistics_ceiling')
    .values({ key_id: keyId, day, ...sums })
    .onConflict((conflict) => conflict.columns(['key_id', 'day']).doUpdateSet(sums))
    .execute();
  return reserved;
}

/**
 * The daily ceilings of keys. All processes change the row of a key, and on PostgreSQL such transactions fail
 * and are repeated. So a process reserves more than a batch needs, each time up to double, and most batches
 * change nothing in the database. The reservations of all processes together never exceed the ceiling; it is
 * reached early by what processes have reserved and do not use. Takes of one key must not overlap.
 */
export function ceilings(database: Database) {
  const reservations = new Map<string, Reserved>();
  const of = ({ keyId, day }: CeilingUse): Reserved => {
    const known = reservations.get(keyId);
    return known?.day === day ? known : { day, left: NOTHING, last: NOTHING };
  };
  const set = (use: CeilingUse, reserved: Reserved) => {
    if (reservations.size >= MOST_KEYS && !reservations.has(use.keyId)) reservations.clear();
    reservations.set(use.keyId, reserved);
  };
  return {
    /** False if the key has sent too much on the day. */
    async take(use: CeilingUse): Promise<boolean> {
      let { day, left, last } = of(use);
      if (use.rows > left.rows || use.revenueMicros > left.revenueMicros) {
        const more = await database.write((db) => reserve(db, use, { day, left, last }));
        if (!more) return false;
        const before = left;
        left = each((name) => before[name] + more[name]);
        last = more;
      }
      set(use, { day, left: each((name) => left[name] - use[name]), last });
      return true;
    },
    /** Gives back what a batch took that was not stored. */
    giveBack(use: CeilingUse): void {
      const { day, left, last } = of(use);
      set(use, { day, left: each((name) => left[name] + use[name]), last });
    },
  };
}
