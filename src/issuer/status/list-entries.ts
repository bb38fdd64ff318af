import { LRUCache } from 'lru-cache';
import { type RandomFill, randomText, URL_SAFE } from '../../conventions/random-text.ts';
import type { Clock } from '../../conventions/time.ts';
import type { StatusBucket, StatusList, StatusListWriter } from '../ports/status-lists.ts';
import type { IssuerStore, IssuerWriter } from '../ports/store.ts';
import { type ClosedLists, closeLists } from './close-lists.ts';
import { indexPermutation } from './index-permutation.ts';
import { periodEnd, type StatusPeriod } from './list-period.ts';
import type { StatusPublisher } from './publish-lists.ts';

/** The place of one MSO in a status list. */
export interface StatusEntry {
  readonly listNo: number;
  readonly idx: number;
  readonly uri: string;
}

export interface StatusListPolicy {
  readonly entries: number;
  readonly period: StatusPeriod;
  /** Milliseconds between publications. */
  readonly grid: number;
}

/** Gives each MSO an entry that no other MSO ever had. */
export interface StatusEntries {
  /** `root`: of the document signer of the MSO. */
  take(mso: {
    readonly root: string;
    readonly baseUri: string;
    readonly validUntil: number;
  }): Promise<StatusEntry>;
}

interface EntryParts {
  readonly store: Pick<IssuerStore, 'write'>;
  readonly policy: StatusListPolicy;
  /** The secret by which the indexes of a list are ordered. */
  readonly keyOf: (name: string) => Uint8Array;
  readonly clock: Clock;
  readonly random: RandomFill;
  readonly publisher: Pick<StatusPublisher, 'checkSigner' | 'publishNew'>;
  /** Called when lists were closed. */
  readonly closed: (closed: ClosedLists) => void;
}

/** The database in which this process knows its lists to be complete. */
interface Known {
  origin?: string | undefined;
}

/** Lists that are filled at the same time, so that the MSOs of a batch are spread over several lists. */
export const OPEN_LISTS = 4;

/** Counters that a process reserves at once. It loses the rest when it ends. */
const BLOCK = 256;

/** Buckets that a process fills at the same time; usually one or two. */
const KEPT_BUCKETS = 64;

/** 22 characters of 64 kinds are 132 random bits. */
const NAME_LENGTH = 22;

/** Counters of a list that this process may use. */
interface Block {
  readonly list: StatusList;
  readonly indexOf: (counter: number) => number;
  next: number;
  readonly end: number;
}

/** The blocks of one root, URI and period. */
class Bucket {
  readonly #parts: EntryParts;
  readonly #known: Known;
  readonly #key: StatusBucket;
  #blocks: readonly Block[] = [];
  #filling: Promise<void> | undefined;

  constructor(parts: EntryParts, known: Known, key: StatusBucket) {
    this.#parts = parts;
    this.#known = known;
    this.#key = key;
  }

  async take(): Promise<StatusEntry> {
    for (;;) {
      const entry = this.#next();
      if (entry) return entry;
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined;
      });
      await this.#filling;
    }
  }

  /** An entry of a random list; undefined if its block is used up. */
  #next(): StatusEntry | undefined {
    const [byte = 0] = this.#parts.random(new Uint8Array(1));
    const block = this.#blocks[byte % OPEN_LISTS];
    if (block === undefined || block.next === block.end) return undefined;
    const { listNo, baseUri, name } = block.list;
    const idx = block.indexOf(block.next);
    block.next += 1;
    return { listNo, idx, uri: `${baseUri}/${name}` };
  }

  /** Reserves a block in each list whose block is used up, and opens lists as needed. */
  async #fill(): Promise<void> {
    const usable = this.#blocks.filter(({ next, end }) => next < end);
    const used = new Set(usable.map(({ list }) => list.listNo));
    // No MSO names a list that readers cannot fetch.
    await this.#parts.publisher.checkSigner(this.#key.root);
    const { closed, origin, reserved } = await this.#parts.store.write(async (writer) => {
      const database = await this.#ofOtherDatabase(writer);
      const blocks: { readonly list: StatusList; readonly first: number }[] = [];
      for (const list of await this.#lists(writer, used)) {
        const first = await writer.reserveStatusEntries(list.listNo, BLOCK);
        if (first !== undefined) blocks.push({ list, first });
      }
      return { ...database, reserved: blocks };
    });
    this.#known.origin = origin;
    if (closed) this.#parts.closed(closed);
    await this.#parts.publisher.publishNew(reserved.map(({ list }) => list.listNo));
    this.#blocks = [...usable, ...reserved.map((block) => this.#blockOf(block))];
  }

  /** In the transaction that reserves, because a standby can be promoted at any moment. */
  async #ofOtherDatabase(writer: IssuerWriter) {
    const origin = await writer.databaseOrigin();
    if (origin === undefined || origin === this.#known.origin) return { origin };
    const actor = { kind: 'start' } as const;
    const at = this.#parts.clock();
    return { origin, closed: await closeLists(writer, { reason: 'otherDatabase', id: origin, actor, at }) };
  }

  /** Open lists of which this process has no block, so that it fills four lists in all. */
  async #lists(writer: StatusListWriter, used: ReadonlySet<number>): Promise<readonly StatusList[]> {
    const open = await writer.openStatusLists(this.#key, BLOCK);
    const lists = open.filter(({ listNo }) => !used.has(listNo)).slice(0, OPEN_LISTS - used.size);
    while (lists.length < OPEN_LISTS - used.size) lists.push(await writer.insertStatusList(this.#newList()));
    return lists;
  }

  #newList(): Omit<StatusList, 'listNo'> {
    const { random, clock, policy } = this.#parts;
    const name = randomText(random, URL_SAFE, NAME_LENGTH);
    return { ...this.#key, name, entries: policy.entries, createdAt: clock() };
  }

  #blockOf({ list, first }: { readonly list: StatusList; readonly first: number }): Block {
    const previous = this.#blocks.find((block) => block.list.listNo === list.listNo);
    const indexOf = previous?.indexOf ?? indexPermutation(this.#parts.keyOf(list.name), list.entries);
    return { list, indexOf, next: first, end: first + BLOCK };
  }
}

export function statusEntries(parts: EntryParts): StatusEntries {
  const known: Known = {};
  const buckets = new LRUCache<string, Bucket>({ max: KEPT_BUCKETS });
  return {
    async take({ root, baseUri, validUntil }) {
      const end = periodEnd(validUntil, parts.policy.period);
      const key = `${root} ${end} ${baseUri}`;
      const bucket = buckets.get(key) ?? new Bucket(parts, known, { root, baseUri, periodEnd: end });
      buckets.set(key, bucket);
      return bucket.take();
    },
  };
}
