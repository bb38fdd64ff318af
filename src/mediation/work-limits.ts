import { StatusError } from '../conventions/status.ts';

interface Limits {
  /** The name of the work in messages, such as `reports`. */
  readonly what: string;
  /** Pieces of work of one publisher that run, wait, or have an answer that is not yet read. */
  readonly mostOfPublisher: number;
  /** Pieces of work of all publishers that run; the others wait. */
  readonly mostAtATime: number;
  readonly mostWaiting: number;
  /** Rows of answers that are not yet read. */
  readonly mostRows: number;
}

const tooMany = (text: string) => new StatusError('TOO_MANY_REPORTS', text, [], { retryDelay: 5000 });

/** A piece of work that takes memory until it is released. */
interface Admitted {
  /** Runs the work when it is its turn. Throws when the signal is aborted before that. */
  inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Counts the rows of the answer. @throws StatusError TOO_MANY_REPORTS */
  hold(rows: number): void;
  release(): void;
}

/** Bounds the memory that all work of one kind takes in this process. */
export function workLimits({ what, mostOfPublisher, mostAtATime, mostWaiting, mostRows }: Limits) {
  const ofPublisher = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let held = 0;

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve);
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(signal.reason);
      });
    });
  }

  async function inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (running < mostAtATime) running += 1;
    // Work that ends starts the next one, without a change of the count.
    else if (waiting.length < mostWaiting) await turn(signal);
    else throw tooMany(`Too many ${what} are waiting; try again later.`);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    /** @throws StatusError TOO_MANY_REPORTS */
    admit(publisherId: string): Admitted {
      const open = ofPublisher.get(publisherId) ?? 0;
      if (open >= mostOfPublisher)
        throw tooMany(
          `${mostOfPublisher} ${what} of this publisher are being made or read; try again later.`,
        );
      ofPublisher.set(publisherId, open + 1);
      let ownRows = 0;
      let isReleased = false;
      return {
        inTurn,
        hold(rows) {
          if (held + rows > mostRows) throw tooMany(`Too many ${what} are being read; try again later.`);
          ownRows += rows;
          held += rows;
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          held -= ownRows;
          const left = ofPublisher.get(publisherId)! - 1;
          if (left > 0) ofPublisher.set(publisherId, left);
          else ofPublisher.delete(publisherId);
        },
      };
    },
  };
}

export type WorkLimits = ReturnType<typeof workLimits>;
