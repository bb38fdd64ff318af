/** Milliseconds after which the readiness check fails; supervisors time out a little later. */
const PATIENCE = 3000;

function within<T>(time: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export interface Readiness {
  /** Rejects while the server cannot work, and from the start of its shutdown. */
  check(): Promise<void>;
  end(): void;
}

/**
 * Runs one check at a time, which concurrent requests share: they take no connections of a database that is down. `tell`
 * is called with the cause when the server stops being ready, and without one when it is ready again.
 */
export function readiness(look: () => Promise<void>, tell: (cause?: unknown) => void): Readiness {
  let looking: Promise<void> | undefined;
  let isEnding = false;
  let isReady = true;
  const found = (ready: boolean, cause?: unknown) => {
    if (ready !== isReady) tell(cause);
    isReady = ready;
  };
  return {
    async check() {
      if (isEnding) throw new Error('the server ends');
      looking ??= look().finally(() => {
        looking = undefined;
      });
      try {
        await within(PATIENCE, looking);
        found(true);
      } catch (error) {
        found(false, error);
        throw error;
      }
    },
    end() {
      isEnding = true;
    },
  };
}
