/** What the stores of all panels have in common: `write`, each with its own type of writer. */
export interface Store {
  read<T>(use: (reader: never) => Promise<T>): Promise<T>;
  snapshot?<T>(use: (reader: never) => Promise<T>): Promise<T>;
  write<T>(use: (writer: never) => Promise<T>): Promise<T>;
}

/** Ends a transaction after its result is known, so that its changes are rolled back. */
class NotKept extends Error {
  override readonly name = 'NotKept';
}

/** A store whose writes run completely and are then rolled back. */
export function forgetting<S extends object>(store: S): S {
  const { write: keep } = store as unknown as Store;
  const write: Store['write'] = async <T>(use: (writer: never) => Promise<T>) => {
    let done: { readonly result: T } | undefined;
    try {
      await keep(async (writer) => {
        done = { result: await use(writer) };
        throw new NotKept();
      });
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
    }
    return (done as unknown as { readonly result: T }).result;
  };
  return { ...store, write, expunge: async () => {} };
}
