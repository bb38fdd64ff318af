/** What the stores of all panels have in common: `write`, each with its own type of writer. */
export interface Store {
  read<T>(use: Use<T>): Promise<T>;
  snapshot?<T>(use: Use<T>): Promise<T>;
  write<T>(use: Use<T>): Promise<T>;
}

// biome-ignore lint/suspicious/noExplicitAny: each store has readers and writers of its own types
type Use<T> = (transaction: any) => Promise<T>;

/** Ends a transaction after its result is known, so that its changes are rolled back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** A store whose writes run completely and are then rolled back. */
export function rollingBack<S extends Store>(store: S): S {
  const write: Store['write'] = async <T>(use: Use<T>) => {
    const results: T[] = [];
    try {
      await store.write(async (writer) => {
        results.push(await use(writer));
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    return results.at(-1) as T;
  };
  return {
    ...store,
    write,
    expunge: async () => {},
    noteErasure: async () => {},
    withdrawErasure: async () => {},
  };
}
