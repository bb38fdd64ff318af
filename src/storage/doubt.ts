import { UnavailableError } from '../conventions/errors.ts';

/** Whether a database that can be read can be written to: known from writes, and asked for where the last one failed. */
export interface Doubt {
  /** Watches a write. */
  over<T>(write: Promise<T>): Promise<T>;
  /** Rejects while nothing can be written. */
  settle(): Promise<void>;
}

/** `probe` writes something that changes nothing. */
export function doubt(probe: () => Promise<unknown>): Doubt {
  let isInDoubt = false;
  return {
    async over(write) {
      try {
        return await write;
      } catch (error) {
        isInDoubt ||= error instanceof UnavailableError;
        throw error;
      }
    },
    async settle() {
      if (!isInDoubt) return;
      try {
        await probe();
      } catch (error) {
        // A refusal for another reason proves nothing.
        if (error instanceof UnavailableError) throw error;
      }
      isInDoubt = false;
    },
  };
}
