/**
 * Runs tasks of the same name one after the other. Batches of a publisher write the same rows: side by side,
 * on PostgreSQL, they would only fail and begin again.
 */
export function namedQueues() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const run = (last.get(name) ?? Promise.resolve()).then(task);
    const settled = run.catch(() => {});
    last.set(name, settled);
    try {
      return await run;
    } finally {
      if (last.get(name) === settled) last.delete(name);
    }
  };
}
