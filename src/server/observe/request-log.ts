import type { Store } from '../../conventions/store.ts';
import type { HandledRequest, RequestLog, RequestWriter } from '../../issuer/ports/requests.ts';

/** Maximum number of requests that wait for the next write. Further requests are not recorded. */
const MOST_WAITING = 10_000;

/** Number of requests in one write, so that other writes do not wait long. */
const PER_WRITE = 200;

export interface RequestRecorder extends RequestLog {
  /** Records a request with the next write. Returns at once and never throws. */
  record(request: HandledRequest): void;
  /** Number of requests that could not be recorded. */
  lost(): number;
}

/**
 * Collects requests until `settled` writes them: regularly, before a request is looked up, and at shutdown.
 */
export function requestRecorder(store: Pick<Store<never, RequestWriter>, 'write'>): RequestRecorder {
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

  /**
   * Requests that arrive during a write wait for the next one. Their number is limited, even while the
   * database is unreachable.
   */
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
    record(request) {
      if (waiting.length >= MOST_WAITING) {
        lost += 1;
        return;
      }
      waiting.push(request);
    },
    settled,
    lost: () => lost,
  };
}
