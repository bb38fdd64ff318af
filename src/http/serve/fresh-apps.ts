import type { Clock } from '../../conventions/time.ts';
import { appId } from '../../mediation/names.ts';
import { LOOK_EVERY } from '../../mediation/serve/cached-lookups.ts';
import type { ServingKeys } from '../../mediation/serve/serving-keys.ts';
import type { AppSnapshot, AppSnapshots } from '../../mediation/serve/snapshots.ts';

/** What the requests with a key get, and their paths. */
interface FreshApp {
  readonly key: string;
  readonly snapshot: AppSnapshot;
  readonly snapshotPath: string;
  readonly resolvePath: string;
}

interface FreshOptions {
  readonly keys: Pick<ServingKeys, 'fresh'>;
  readonly snapshots: Pick<AppSnapshots, 'fresh'>;
  readonly clock: Clock;
}

const PREFIX = '/serve/v1/';

/** The key in a path; what follows the first slash is not looked at. */
const keyIn = (url: string) => url.slice(PREFIX.length, url.indexOf('/', PREFIX.length));

/**
 * Finds the snapshot for the address of a request, if neither the key nor the snapshot has to be read from the database. It
 * remembers what it finds, so that most requests need one lookup in memory. It forgets everything after a second, so that
 * unused snapshots do not take memory.
 */
export function freshApps({ keys, snapshots, clock }: FreshOptions): (url: string) => FreshApp | undefined {
  const found = new Map<string, FreshApp & { readonly until: number }>();
  let begunAt = clock();

  function look(key: string): FreshApp | undefined {
    const of = keys.fresh(key);
    const snapshot = of && snapshots.fresh(of.value);
    if (!snapshot) return undefined;
    const path = `${PREFIX}${key}/`;
    const app = {
      key,
      snapshot: snapshot.value,
      snapshotPath: `${path}apps/${appId(of.value.publisherId, of.value.appFragment)}.json`,
      resolvePath: `${path}resolve?`,
      until: Math.min(of.until, snapshot.until),
    };
    found.set(key, app);
    return app;
  }

  return (url) => {
    if (!url.startsWith(PREFIX)) return undefined;
    const now = clock();
    if (Math.abs(now - begunAt) >= LOOK_EVERY) {
      found.clear();
      begunAt = now;
    }
    const key = keyIn(url);
    const known = found.get(key);
    return known && now < known.until ? known : look(key);
  };
}
