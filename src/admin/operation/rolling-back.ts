import type { Store as TypedStore } from '../../conventions/store.ts';

/** The store of any panel. */
// biome-ignore lint/suspicious/noExplicitAny: each store has readers and writers of its own types
export type Store = Omit<TypedStore<any, any>, 'snapshot'> & Partial<Pick<TypedStore<any, any>, 'snapshot'>>;

/** Ends a transaction after its result is known, so that its changes are rolled back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** A store whose writes run completely and are then rolled back. */
export function rollingBack<S extends Store>(store: S): S {
  const write: Store['write'] = async (use) => {
    const results: unknown[] = [];
    try {
      await store.write(async (writer) => {
        results.push(await use(writer));
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    return results.at(-1) as never;
  };
  return {
    ...store,
    write,
    expunge: async () => {},
    noteErasure: async () => {},
    withdrawErasure: async () => {},
  };
}
