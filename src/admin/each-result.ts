import { type TSchema, Type } from 'typebox';
import { StatusError } from '../conventions/status.ts';

/** Largest number of items in one request. */
export const MOST_ITEMS = 100;

/** Why one item of a batch was refused. The other items are not affected. */
const ItemError = Type.Object({
  reason: Type.String({ description: 'As a single request would be refused with.' }),
  message: Type.String(),
});

/** The result for one item of a batch: the answer or the refusal that a single request would get. */
export const eachResult = <Named extends Record<string, TSchema>>(members: Named) =>
  Type.Object({ results: Type.Array(Type.Object({ ...members, error: Type.Optional(ItemError) })) });

interface Refused {
  readonly error: { readonly reason: string; readonly message: string };
}

/** Runs the items one after the other, each in its own transaction. */
export async function forEachItem<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<(Done | Refused)[]> {
  const results: (Done | Refused)[] = [];
  for (const item of items) {
    try {
      results.push(await work(item));
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      results.push({ error: { reason: error.reason, message: error.message } });
    }
  }
  return results;
}
