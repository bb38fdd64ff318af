/** How many pieces of work may wait, and the error for one more. */
interface Waiting {
  readonly most: number;
  readonly refused: () => Error;
}

/**
 * Runs at most this many pieces of work at the same time; the others wait for their turn. One that waits ends with the reason
 * of its signal when that is aborted.
 */
export function limitConcurrency(most: number, limit?: Waiting) {
  const waiting: (() => void)[] = [];
  let running = 0;

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve);
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(signal.reason);
      });
    });
  }

  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    if (running < most) running += 1;
    // Work that ends starts the next one, without a change of the count.
    else if (limit === undefined || waiting.length < limit.most) await turn(signal);
    else throw limit.refused();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
