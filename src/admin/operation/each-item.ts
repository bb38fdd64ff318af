import { StatusError } from '../../conventions/status.ts';

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
