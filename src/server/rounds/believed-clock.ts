import { ConflictError } from '../../conventions/errors.ts';
import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';
import type { BelievedTime, ClockStore } from '../../issuer/ports/clock.ts';

/** If a clock is further ahead of the last sweep, either the clock is wrong, or no server ran for a day. */
const AHEAD = DAY;

/** How long it must stay ahead until it is believed, unless a sweep of another machine still has the earlier time. */
export const DOUBTED_FOR = HOUR;

const SAVED_EVERY = 10 * MINUTE;

/** What the sweep at `now` leaves for the next one; the same object if nothing is to be saved. */
function seenAt(now: number, believed: BelievedTime | undefined): BelievedTime {
  if (!believed) return { believedAt: now };
  const { believedAt, aheadSince } = believed;
  if (now <= believedAt + AHEAD) {
    const isRecent = aheadSince === undefined && now >= believedAt && now < believedAt + SAVED_EVERY;
    return isRecent ? believed : { believedAt: now };
  }
  if (aheadSince === undefined || now < aheadSince || now > aheadSince + AHEAD)
    return { believedAt, aheadSince: now };
  return now < aheadSince + DOUBTED_FOR ? believed : { believedAt: now };
}

/**
 * Whether a sweep may do at this time what cannot be undone, such as deleting the bits of a status list or destroying the key of
 * an epoch. Deadlines do not depend on it: they are compared whenever a row is read.
 */
export async function isClockBelieved(store: ClockStore, now: number): Promise<boolean> {
  const believed = await store.read((reader) => reader.believedTime());
  if (believed && seenAt(now, believed) === believed) return believed.aheadSince === undefined;
  try {
    return await store.write(async (writer) => {
      const next = seenAt(now, await writer.believedTime());
      await writer.saveBelievedTime(next);
      return next.aheadSince === undefined;
    });
  } catch (error) {
    // Another process saves at the same time.
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
