import type { Kysely } from 'kysely';
import type { ObservedPrices, PricesOfDay } from '../../mediation/ports/serving.ts';
import type { CountedPublisher } from '../../mediation/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import { toPublisher } from './rows.ts';

const pricesOf = (db: Kysely<Schema>, publisherId: string) =>
  db
    .selectFrom('observed_price')
    .where('publisher_id', '=', publisherId)
    .select(['day', 'prices'])
    .executeTakeFirst();

export async function observedPrices(db: Kysely<Schema>, publisherId: string): Promise<ObservedPrices> {
  const row = await pricesOf(db, publisherId);
  return row ? JSON.parse(row.prices) : {};
}

export async function countedPublishers(
  db: Kysely<Schema>,
  most: number,
  after: string,
): Promise<readonly CountedPublisher[]> {
  const rows = await db
    .selectFrom('publisher')
    .leftJoin('observed_price', 'observed_price.publisher_id', 'publisher.publisher_id')
    .where('publisher.publisher_id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('statistics_feed')
          .whereRef('statistics_feed.publisher_id', '=', 'publisher.publisher_id')
          .select('feed_no'),
      ),
    )
    .selectAll('publisher')
    .select('observed_price.day')
    .orderBy('publisher.publisher_id')
    .limit(most)
    .execute();
  return rows.map(({ day, ...row }) => ({
    publisher: toPublisher(row),
    ...(day !== null && { pricedDay: day }),
  }));
}

/** `changed` is called if the prices are others. */
export async function keepPrices(
  db: Kysely<Schema>,
  { publisherId, day, prices }: PricesOfDay,
  changed: () => Promise<void>,
): Promise<boolean> {
  const before = await pricesOf(db, publisherId);
  if (before && before.day >= day) return false;
  const text = JSON.stringify(prices);
  if (text !== (before?.prices ?? '{}')) await changed();
  await db
    .insertInto('observed_price')
    .values({ publisher_id: publisherId, day, prices: text })
    .onConflict((conflict) => conflict.column('publisher_id').doUpdateSet({ day, prices: text }))
    .execute();
  return true;
}
