import { singleFlight } from './single-flight.ts';
import { withTimeout } from './with-timeout.ts';

/** The readiness check fails after this time in milliseconds, a little before supervisors time out. */
const PATIENCE = 3000;

export interface Readiness {
  /** Rejects if the server cannot work, and as soon as its shutdown begins. */
  check(): Promise<void>;
  end(): void;
}

/**
 * Runs one check at a time, which concurrent requests share, so that they take no further connections to an
 * unreachable database. `tell` is called with the cause when the server becomes unready, and without a cause
 * when it is ready again.
 */
export function readiness(look: () => Promise<void>, tell: (cause?: unknown) => void): Readiness {
  const looking = singleFlight(look);
  let isEnding = false;
  let isReady = true;
  const found = (ready: boolean, cause?: unknown) => {
    if (ready !== isReady) tell(cause);
    isReady = ready;
  };
  return {
    async check() {
      if (isEnding) throw new Error('the server ends');
      try {
        await withTimeout(PATIENCE, looking());
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
