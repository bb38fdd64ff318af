import { type TSchema, Type } from 'typebox';
import { StatusError } from '../conventions/status.ts';

/** Largest number of items in one request. */
export const MOST_ITEMS = 100;

/** Why an item of a batch was refused, which ends none of the others. */
const ItemError = Type.Object({
  reason: Type.String({ description: 'As a single request would be refused with.' }),
  message: Type.String(),
});

/** The result of an item of a batch: what a single request would answer, or why it would be refused. */
export const eachResult = <Named extends Record<string, TSchema>>(members: Named) =>
  Type.Object({ results: Type.Array(Type.Object({ ...members, error: Type.Optional(ItemError) })) });

interface Refused {
  readonly error: { readonly reason: string; readonly message: string };
}

/** Runs one after the other, each in its own transaction. */
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
