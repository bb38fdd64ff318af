import { StatusError } from '../../conventions/status.ts';
import type { Clock } from '../../conventions/time.ts';
import { isServingKey } from '../names.ts';
import type { ServingKey } from '../ports/entities.ts';
import type { ServingStore } from '../ports/serving.ts';
import { recent } from './recent.ts';

/** Number of keys that are kept in memory. */
const MOST = 20_000;

/**
 * Finds the app of a publishable key; undefined if there is no such key. A revocation takes effect within a second.
 * @throws StatusError SERVING_KEY_REVOKED
 */
export type FindServingKey = (key: string) => Promise<ServingKey | undefined>;

interface KeyDeps {
  readonly store: Pick<ServingStore, 'servingKey'>;
  readonly clock: Clock;
  readonly onOutage: (error: Error) => void;
}

export function findServingKey({ store, clock, onOutage }: KeyDeps): FindServingKey {
  const find = recent({ load: (key) => store.servingKey(key), clock, most: MOST, onOutage });
  return async (key) => {
    const found = isServingKey(key) ? await find(key) : undefined;
    if (found?.revokedAt !== undefined)
      throw new StatusError('SERVING_KEY_REVOKED', 'The serving key was revoked.');
    return found;
  };
}
