import { UnavailableError } from '../../conventions/errors.ts';
import { lruCache } from '../../conventions/lru-cache.ts';
import type { Clock } from '../../conventions/time.ts';

/** Milliseconds for which a value is used without looking whether it has changed. */
export const LOOK_EVERY = 1000;

interface Kept<Value> {
  readonly value: Value;
  readonly lookedAt: number;
}

/** A value that need not be looked up before `until`, in milliseconds since the epoch. */
export interface Fresh<Value> {
  readonly value: Value;
  readonly until: number;
}

interface RecentOptions<Value> {
  readonly load: (key: string) => Promise<Value | undefined>;
  readonly clock: Clock;
  /** Number of values that are kept. */
  readonly most: number;
  /** Called when a value is used although it could not be looked up. */
  readonly onOutage: (error: UnavailableError) => void;
}

/**
 * Values of the database that are looked up at most once a second, by one statement at a time. While the database does
 * not answer, the last value stays in use. What does not exist is not kept.
 */
export function cachedLookups<Value extends NonNullable<unknown>>(options: RecentOptions<Value>) {
  const { load, clock, most, onOutage } = options;
  const kept = lruCache<Kept<Value>>(most);
  const loading = new Map<string, Promise<Value | undefined>>();

  async function look(key: string): Promise<Value | undefined> {
    const lookedAt = clock();
    try {
      const value = await load(key);
      if (value === undefined) kept.delete(key);
      else kept.set(key, { value, lookedAt });
      return value;
    } catch (error) {
      const last = kept.get(key);
      if (!(error instanceof UnavailableError) || !last) throw error;
      onOutage(error);
      kept.set(key, { ...last, lookedAt });
      return last.value;
    } finally {
      loading.delete(key);
    }
  }

  /** A value that was looked up less than a second ago. */
  function fresh(key: string): Fresh<Value> | undefined {
    const last = kept.get(key);
    if (!last || Math.abs(clock() - last.lookedAt) >= LOOK_EVERY) return undefined;
    return { value: last.value, until: last.lookedAt + LOOK_EVERY };
  }

  return {
    fresh,
    async find(key: string): Promise<Value | undefined> {
      const known = fresh(key);
      if (known) return known.value;
      const begun = loading.get(key) ?? look(key);
      loading.set(key, begun);
      return begun;
    },
  };
}
