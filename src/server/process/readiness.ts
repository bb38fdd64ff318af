/** Milliseconds after which whoever asks is told no; supervisors wait for little longer. */
const PATIENCE = 3000;

function within<T>(time: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export interface Readiness {
  /** Rejects while the server cannot do its work, and from its end on. */
  check(): Promise<void>;
  end(): void;
}

/**
 * One look at a time, whoever asks meanwhile: those who ask hold no connections to a database that is away. `tell` gets
 * the cause when the server is no longer ready, and nothing when it is again.
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
