import { UnavailableError } from '../../conventions/errors.ts';
import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { type Clock, DAY, MINUTE, SECOND } from '../../conventions/time.ts';
import { bytesOfEntries, encodeStatusList, signRevocationToken } from '../../formats/status/index.ts';
import type { CertifiedSigner, IssuerKeys } from '../ports/keys.ts';
import type { PublishedList } from '../ports/status-lists.ts';
import type { IssuerStore } from '../ports/store.ts';
import { type StatusListFigures, statusListFigures } from './list-figures.ts';

/** How long a token may be used. Readers that are offline go on with it for that long. */
export const TOKEN_VALIDITY = DAY;

/** After this time, another process publishes a list whose publisher has probably ended. */
const CLAIM = 2 * MINUTE;

/** Clocks of processes differ by less. A list with a later time of issue was published by a clock that was wrong. */
const CLOCKS = 5 * MINUTE;

/** How long the publication of all lists may take before one counts as late. */
export const PATIENCE = 10 * MINUTE;

/** Rows that are read at once; a page takes a few milliseconds. */
const PAGE = 10_000;

/** The lists of a root cannot be published until an operator makes the key. */
export class NoStatusSigner extends Error {
  override readonly name = 'NoStatusSigner';
}

/** `unpublished`: readers cannot fetch it. `expired`: they refuse it. `late`: they take the one before. */
export const LIST_PROBLEMS = ['unpublished', 'expired', 'late'] as const;
type ListProblem = (typeof LIST_PROBLEMS)[number];

export interface StatusPublisher {
  /**
   * Publishes all lists whose newest token is from before the last grid point; returns their number. Rejects after the others
   * are published if one could not be.
   */
  publishDue(): Promise<number>;
  /** Publishes those of the lists that never were; returns how many were published here. */
  publishNew(listNos: readonly number[]): Promise<number>;
  /** Publishes all lists that have a signer before the next grid point; returns how many were published here. */
  publishNow(): Promise<number>;
  /** For each root with lists, how many it has and when the one was published that was published longest ago. */
  figures(): Promise<readonly StatusListFigures[]>;
  /** The next grid point, when all lists are published. */
  nextAt(): number;
  /** What is wrong with the newest publication of a list, if anything. */
  problemOf(list: PublishedList): ListProblem | undefined;
  /** @throws NoStatusSigner if no key signs lists of the root */
  checkSigner(root: string): Promise<void>;
}

interface PublisherParts {
  readonly store: Pick<IssuerStore, 'read' | 'write'>;
  readonly keys: Pick<IssuerKeys, 'statusSigner'>;
  readonly clock: Clock;
  /** Milliseconds between publications. */
  readonly grid: number;
  /** Called after each publication. */
  readonly published: () => void;
}

/** The last grid point before or at a time. */
export const gridPoint = (time: number, grid: number): number => Math.floor(time / grid) * grid;

export function statusPublisher({ store, keys, clock, grid, published }: PublisherParts): StatusPublisher {
  /** Readers refuse such a list, because it is not issued yet. */
  const isAhead = ({ issuedAt }: PublishedList, now: number) => issuedAt > now + CLOCKS;

  const signerOf = async (root: string): Promise<CertifiedSigner> => {
    const signer = await keys.statusSigner(root);
    if (signer) return signer;
    throw new NoStatusSigner(
      `no key signs the status lists of the root ${root}; make one: diptych keys rotate statusSigner, or diptych keys request --role statusSigner`,
    );
  };

  /** The bits of a list, read page by page so that other requests have their turns. */
  const bytesOf = async ({ listNo, entries }: PublishedList): Promise<Uint8Array> => {
    const bytes = new Uint8Array(bytesOfEntries(entries));
    let last = -1;
    for (;;) {
      const after = last;
      const page = await store.read((reader) => reader.revokedEntries(listNo, after, PAGE));
      for (const idx of page) bytes[idx >> 3]! |= 1 << (idx & 7);
      last = page.at(-1) ?? last;
      if (page.length < PAGE) return bytes;
      await nextTurn();
    }
  };

  const tokenOf = async (list: PublishedList, issuedAt: number): Promise<Uint8Array> => {
    const { certificates, sign } = await signerOf(list.root);
    const claims = {
      uri: `${list.baseUri}/${list.name}`,
      issuedAt,
      expiresAt: issuedAt + TOKEN_VALIDITY,
      timeToLive: grid / SECOND,
    };
    const bits = await encodeStatusList({ bits: 1, bytes: await bytesOf(list) });
    return signRevocationToken({ kind: 'statusList', claims, list: bits, certificates }, sign);
  };

  const publishOne = async (list: PublishedList): Promise<boolean> => {
    await signerOf(list.root);
    const now = clock();
    const isClaimed = await store.write((writer) => writer.claimPublication(list, now, CLAIM));
    if (!isClaimed) return false;
    // A clock that is a little behind must not make a token that looks older than the last one.
    const issuedAt = isAhead(list, now) ? now : Math.max(now, list.issuedAt);
    const token = await tokenOf(list, issuedAt);
    const { listNo, number } = list;
    const publication = { listNo, number: number + 1, issuedAt, expiresAt: issuedAt + TOKEN_VALIDITY, token };
    return store.write((writer) => writer.storePublication(publication));
  };

  /** A list that cannot be published, for example without the signer of its root, does not stop the others. */
  const publishAll = async (lists: readonly PublishedList[]) => {
    let count = 0;
    const failures: unknown[] = [];
    for (const list of lists) {
      try {
        if (await publishOne(list)) count += 1;
      } catch (error) {
        if (error instanceof UnavailableError) throw error;
        failures.push(error);
      }
    }
    if (count > 0) published();
    return { count, failures };
  };

  const publishEach = async (lists: readonly PublishedList[]): Promise<number> => {
    const { count, failures } = await publishAll(lists);
    if (failures.length > 0) throw failures[0];
    return count;
  };

  const live = () => store.read((reader) => reader.publishedLists(clock()));

  return {
    async publishDue() {
      const now = clock();
      const since = gridPoint(now, grid);
      return publishEach((await live()).filter((list) => list.issuedAt < since || isAhead(list, now)));
    },
    async publishNew(listNos) {
      const isNew = ({ listNo, number }: PublishedList) => number === 0 && listNos.includes(listNo);
      return publishEach((await live()).filter(isNew));
    },
    async publishNow() {
      const { count, failures } = await publishAll(await live());
      const other = failures.find((error) => !(error instanceof NoStatusSigner));
      if (other !== undefined) throw other;
      return count;
    },
    nextAt: () => gridPoint(clock(), grid) + grid,
    problemOf({ number, createdAt, issuedAt, expiresAt }) {
      const now = clock();
      const dueAt = number === 0 ? createdAt : gridPoint(issuedAt, grid) + grid;
      if (number > 0 && expiresAt <= now) return 'expired';
      if (now <= dueAt + PATIENCE) return undefined;
      return number === 0 ? 'unpublished' : 'late';
    },
    figures: async () => statusListFigures(await live()),
    async checkSigner(root) {
      await signerOf(root);
    },
  };
}
