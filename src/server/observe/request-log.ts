import type { Clock } from '../../conventions/effects.ts';
import type { HandledRequest, RequestLog } from '../../issuer/ports/requests.ts';
import type { IssuerStore } from '../../issuer/ports/store.ts';

/** Requests that wait for the next write; those above are not written down at all. */
const MOST_WAITING = 10_000;

/** Requests in one write, so that others need not wait long behind it. */
const PER_WRITE = 200;
const PURGED_PER_WRITE = 500;

export interface RequestTrail extends RequestLog {
  /** Takes a request down with the next write; costs its caller next to nothing and never fails. */
  note(request: HandledRequest): void;
  /** Drops those that were kept long enough; tells how many. */
  purge(): Promise<number>;
  /** How many could not be taken down. */
  lost(): number;
}

/** Holds requests until `settled` writes them down: regularly, before somebody asks for one, and at the end. */
export function requestTrail(
  store: IssuerStore,
  { keptFor, clock }: { readonly keptFor: number; readonly clock: Clock },
): RequestTrail {
  let lost = 0;
  let waiting: HandledRequest[] = [];
  let writing = Promise.resolve();

  const keep = async (requests: readonly HandledRequest[]) => {
    for (let first = 0; first < requests.length; first += PER_WRITE) {
      const some = requests.slice(first, first + PER_WRITE);
      await store
        .write((writer) => writer.insertRequests(some))
        .catch(() => {
          lost += some.length;
        });
    }
  };

  /** What comes while a write is under way waits, and is bounded, however long the database is away. */
  const keepWaiting = (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    return keep(taken);
  };

  const settled = (): Promise<void> => {
    writing = writing.then(keepWaiting);
    return writing;
  };

  return {
    note(request) {
      if (waiting.length >= MOST_WAITING) {
        lost += 1;
        return;
      }
      waiting.push(request);
    },
    settled,
    async purge() {
      const before = clock() - keptFor;
      let purged = 0;
      for (;;) {
        const count = await store.write((writer) => writer.purgeRequests(before, PURGED_PER_WRITE));
        purged += count;
        if (count < PURGED_PER_WRITE) return purged;
      }
    },
    lost: () => lost,
  };
}
