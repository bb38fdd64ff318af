import { hash } from 'node:crypto';
import { UnavailableError } from '../../conventions/errors.ts';
import { type Clock, SECOND } from '../../conventions/time.ts';
import type { PublishedList } from '../ports/status-lists.ts';
import type { IssuerStore } from '../ports/store.ts';
import { gridPoint } from './publish-lists.ts';

/** A token as it is served. */
interface ServedToken {
  readonly token: Uint8Array;
  /** With quotes. */
  readonly etag: string;
  /** When the next token should be there. */
  readonly nextAt: number;
}

export interface StatusTokens {
  /** The newest token of the list with this name. */
  find(name: string): Promise<ServedToken | undefined>;
  /** Makes publications of this process visible at once. */
  forget(): void;
}

interface Kept {
  readonly list: PublishedList;
  served?: Omit<ServedToken, 'nextAt'>;
}

/** When to ask again for a list whose publication is late, in milliseconds. */
const ASK_AGAIN = 10 * SECOND;

/** How long publications by other processes may be unknown here, in milliseconds. */
const KEPT_MILLISECONDS = 1000;

/** How long the known lists are served before a database that does not answer is asked again, in milliseconds. */
const OUTAGE_KEPT = 10 * SECOND;

/**
 * Keeps the tokens in memory, so that unknown names and repeated requests do not reach the database. What was served before
 * is also served while the database does not answer: tokens are signed and valid for a day.
 */
export function statusTokens(store: Pick<IssuerStore, 'read'>, clock: Clock, grid: number): StatusTokens {
  let lists = new Map<string, Kept>();
  let readNextAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const startedAt = performance.now();
    const published = await store
      .read((reader) => reader.publishedLists(clock()))
      .catch((error: unknown) => {
        if (!(error instanceof UnavailableError) || lists.size === 0) throw error;
      });
    if (!published) {
      readNextAt = performance.now() + OUTAGE_KEPT;
      return;
    }
    const kept = (list: PublishedList): Kept => {
      const known = lists.get(list.name);
      return known?.list.number === list.number ? known : { list };
    };
    lists = new Map(published.filter(({ number }) => number > 0).map((list) => [list.name, kept(list)]));
    readNextAt = startedAt + KEPT_MILLISECONDS;
  };

  const nextAt = ({ issuedAt }: PublishedList): number => {
    const now = clock();
    const last = gridPoint(now, grid);
    return issuedAt < last ? Math.min(now + ASK_AGAIN, last + grid) : last + grid;
  };

  return {
    async find(name) {
      if (performance.now() >= readNextAt) {
        // Requests that arrive meanwhile wait for the same answer.
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      const entry = lists.get(name);
      if (!entry) return undefined;
      if (!entry.served) {
        const token = await store.read((reader) => reader.statusToken(entry.list.listNo));
        if (!token) return undefined;
        entry.served = { token, etag: `"${hash('sha256', token, 'base64url')}"` };
      }
      return { ...entry.served, nextAt: nextAt(entry.list) };
    },
    forget() {
      readNextAt = Number.NEGATIVE_INFINITY;
    },
  };
}
