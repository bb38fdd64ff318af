import { StatusError } from '../../conventions/status.ts';
import type { Clock } from '../../conventions/time.ts';
import { isServingKey } from '../names.ts';
import type { ServingKey } from '../ports/entities.ts';
import type { ServingStore } from '../ports/serving.ts';
import { cachedLookups, type Fresh } from './cached-lookups.ts';

/** Number of keys that are kept in memory. */
const MOST = 20_000;

/** The keys of apps. A revocation takes effect within a second. */
export interface ServingKeys {
  /** Undefined if there is no such key. @throws StatusError SERVING_KEY_REVOKED */
  find(key: string): Promise<ServingKey | undefined>;
  /** A valid key that was looked up less than a second ago. */
  fresh(key: string): Fresh<ServingKey> | undefined;
}

interface KeyDeps {
  readonly store: Pick<ServingStore, 'servingKey'>;
  readonly clock: Clock;
  readonly onOutage: (error: Error) => void;
}

export function servingKeys({ store, clock, onOutage }: KeyDeps): ServingKeys {
  const keys = cachedLookups({ load: (key) => store.servingKey(key), clock, most: MOST, onOutage });
  return {
    async find(key) {
      const found = isServingKey(key) ? await keys.find(key) : undefined;
      if (found?.revokedAt !== undefined)
        throw new StatusError('SERVING_KEY_REVOKED', 'The serving key was revoked.');
      return found;
    },
    fresh(key) {
      const found = keys.fresh(key);
      return found?.value.revokedAt === undefined ? found : undefined;
    },
  };
}
