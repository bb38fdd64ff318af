import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../../conventions/time.ts';

export interface Pace {
  /** Resolves when the next request may be sent. */
  turn(): Promise<void>;
  /** Waits for so many turns at once, which the next requests then take without waiting. */
  reserve(requests: number): Promise<void>;
}

/** At most so many requests per second; 0 is without a limit. */
export function paceOf(perSecond: number): Pace {
  let free = 0;
  let next = 0;
  const after = async (turns: number) => {
    if (perSecond === 0) return;
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + (turns * SECOND) / perSecond;
    if (start > now) await wait(start - now);
  };
  return {
    async turn() {
      if (free > 0) free -= 1;
      else await after(1);
    },
    async reserve(requests) {
      await after(requests);
      free += requests;
    },
  };
}
