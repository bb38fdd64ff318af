import { promisify } from 'node:util';
import { gunzip as gunzipOf, gzip as gzipOf } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../../conventions/errors.ts';
import { newPause } from '../../conventions/event-loop-turns.ts';
import { limitConcurrency } from '../../conventions/limit-concurrency.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Clock } from '../../conventions/time.ts';
import type { Snapshot } from '../../resolve/index.ts';
import type { Catalogue, CurrentCatalogue } from '../ports/catalogue.ts';
import type { CopyKey, ServingStore } from '../ports/serving.ts';
import { type AppData, type AppPlace, readAppData } from './app-data.ts';
import {
  type BuiltSnapshot,
  buildSnapshot,
  type ServeSettings,
  SnapshotLimitError,
} from './build-snapshot.ts';
import { cachedLookups, type Fresh, LOOK_EVERY } from './cached-lookups.ts';
import { type ResolvedAnswers, resolvedAnswers } from './resolved-answers.ts';
import { parseStored } from './stored-snapshot.ts';

const gzip = promisify(gzipOf);
const gunzip = promisify(gunzipOf);

/** Bytes of memory for snapshots, about 50 000 of average apps. The largest snapshot takes half of them. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Bytes of memory for each byte of JSON: the bytes themselves, and the objects by which requests are resolved. */
const BYTES_PER_BYTE = 6;

/** Publishers whose versions are kept. */
const MOST_PUBLISHERS = 20_000;

/** Snapshots that are made at the same time. */
const MOST_BUILDS = 4;

/** If changes come all the time, groups are not read a fourth time until there was none meanwhile. */
const READS = 3;

export interface AppSnapshot {
  readonly snapshot: Snapshot;
  readonly resolved: ResolvedAnswers;
  /** JSON in UTF-8. */
  readonly bytes: Buffer;
  readonly gzip: Buffer;
  /** Hash of the bytes, in lower-case hex. */
  readonly sha256: string;
}

/** An app as one of its keys finds it: its snapshots differ by the address of events, which has the key. */
interface KeyPlace extends AppPlace {
  readonly key: string;
}

interface Kept {
  /** Absent if the first configuration was already too large. */
  readonly made?: AppSnapshot;
  readonly version: number;
  readonly catalogue: Catalogue;
  /** Milliseconds since the epoch. */
  readonly validUntil?: number;
}

/** What people have to know about the serving of apps. */
export interface ServingObserver {
  /** The database does not answer; the last snapshots are served. */
  outage(error: Error): void;
  /** The configuration of an app is too large; the last snapshot is served. */
  tooLarge(app: AppPlace, problem: string): void;
  built(milliseconds: number): void;
}

interface SnapshotDeps {
  readonly store: ServingStore;
  readonly catalogue: CurrentCatalogue;
  readonly settings: Omit<ServeSettings, 'eventUrl'>;
  /** Address of events, in which `{key}` stands for the key; undefined if apps have to find it themselves. */
  readonly eventUrl: () => string | undefined;
  readonly clock: Clock;
  readonly observe: ServingObserver;
}

export interface AppSnapshots {
  /**
   * The snapshot with every change that was acknowledged a second ago; undefined if the app does not exist.
   * @throws StatusError SNAPSHOT_TOO_LARGE if there is no earlier one
   */
  current(of: KeyPlace): Promise<AppSnapshot | undefined>;
  /** The same at once, if it is in memory and was found to be current less than a second ago. */
  fresh(of: KeyPlace): Fresh<AppSnapshot> | undefined;
  /** A snapshot that was served before, compressed with gzip; undefined if it is not kept any more. */
  copy(key: CopyKey): Promise<Uint8Array | undefined>;
}

const tooLarge = () =>
  new StatusError(
    'SNAPSHOT_TOO_LARGE',
    'The configuration of the app is too large for a snapshot; take ad units out of groups, or lines out of them.',
  );

const appSnapshot = (made: Omit<AppSnapshot, 'resolved'>): AppSnapshot => ({
  ...made,
  resolved: resolvedAnswers(made.snapshot, made.sha256),
});

export function appSnapshots({
  store,
  catalogue,
  settings,
  eventUrl,
  clock,
  observe,
}: SnapshotDeps): AppSnapshots {
  const kept = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ made }) =>
      made ? Math.min(made.bytes.length * BYTES_PER_BYTE + made.gzip.length + 1024, MOST_BYTES / 2) : 1024,
  });
  const making = new Map<string, Promise<Kept | undefined>>();
  const queue = limitConcurrency(MOST_BUILDS);
  const versions = cachedLookups({
    load: (publisherId) => store.version(publisherId),
    clock,
    most: MOST_PUBLISHERS,
    onOutage: observe.outage,
  });

  /** Reads again if there was a change meanwhile. The version may be older than the data, never newer. */
  async function read(of: AppPlace): Promise<{ version: number; served: AppData | undefined }> {
    for (let reads = 1; ; reads += 1) {
      const version = await store.version(of.publisherId);
      const served = await readAppData(store, of);
      if (reads === READS || (await store.version(of.publisherId)) === version) return { version, served };
    }
  }

  async function keepCopy(of: AppPlace, { sha256, gzip: content }: AppSnapshot, replaced?: string) {
    if (replaced === sha256) return;
    try {
      await store.keepCopy({ ...of, sha256, content }, replaced, clock());
    } catch (error) {
      // The snapshot can be served, although not by its hash.
      observe.outage(error as Error);
    }
  }

  /** After a restart, what was served before is only in the database. */
  async function lastServed(of: AppPlace): Promise<AppSnapshot | undefined> {
    const copy = await store.lastCopy(of);
    if (!copy) return undefined;
    const bytes = await gunzip(copy.content);
    const snapshot = await parseStored(bytes);
    if (!snapshot) return undefined;
    return appSnapshot({ snapshot, bytes, gzip: Buffer.from(copy.content), sha256: copy.sha256 });
  }

  async function build(
    of: KeyPlace,
    served: AppData,
    current: Catalogue,
  ): Promise<BuiltSnapshot | undefined> {
    const began = performance.now();
    const address = eventUrl()?.replace('{key}', of.key);
    const own = { ...settings, ...(address !== undefined && { eventUrl: address }) };
    try {
      return await buildSnapshot(served, current, own, clock(), newPause());
    } catch (error) {
      if (!(error instanceof SnapshotLimitError)) throw error;
      observe.tooLarge(of, error.message);
      return undefined;
    } finally {
      observe.built(performance.now() - began);
    }
  }

  async function make(of: KeyPlace, last: Kept | undefined): Promise<Kept | undefined> {
    const current = catalogue();
    const { version, served } = await read(of);
    if (!served) return undefined;
    const built = await build(of, served, current);
    if (!built) {
      const made = last?.made ?? (await lastServed(of));
      return { ...(made && { made }), version, catalogue: current };
    }
    const { snapshot, bytes, sha256, validUntil } = built;
    const made = appSnapshot({ snapshot, bytes, gzip: await gzip(bytes), sha256 });
    await keepCopy(of, made, last?.made?.sha256);
    return { made, version, catalogue: current, ...(validUntil !== undefined && { validUntil }) };
  }

  async function remake(of: KeyPlace): Promise<Kept | undefined> {
    const { key } = of;
    const last = kept.get(key);
    try {
      const made = await queue(() => make(of, last));
      if (made) kept.set(key, made);
      return made;
    } catch (error) {
      if (!(error instanceof UnavailableError) || !last?.made) throw error;
      observe.outage(error);
      const still = { ...last, catalogue: catalogue(), validUntil: clock() + LOOK_EVERY };
      kept.set(key, still);
      return still;
    } finally {
      making.delete(key);
    }
  }

  const isCurrent = (
    { version, catalogue: of, validUntil = Number.POSITIVE_INFINITY }: Kept,
    least: number,
  ) => version >= least && of === catalogue() && clock() < validUntil;

  async function found(of: KeyPlace): Promise<Kept | undefined> {
    const { key } = of;
    const version = (await versions.find(of.publisherId)) ?? 0;
    const last = kept.get(key);
    if (last && isCurrent(last, version)) return last;
    // A build that has begun may have read an older version.
    const begun = await making.get(key);
    if (begun && isCurrent(begun, version)) return begun;
    const making_ = making.get(key) ?? remake(of);
    making.set(key, making_);
    return making_;
  }

  return {
    fresh(of) {
      const version = versions.fresh(of.publisherId);
      const last = kept.get(of.key);
      if (!version || !last?.made || !isCurrent(last, version.value)) return undefined;
      return { value: last.made, until: Math.min(version.until, last.validUntil ?? version.until) };
    },
    async current(of) {
      const one = await found(of);
      if (one && !one.made) throw tooLarge();
      return one?.made;
    },
    copy: (key) => store.copy(key),
  };
}
