import { limitConcurrency } from '../conventions/limit-concurrency.ts';
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
  let held = 0;
  const inTurn = limitConcurrency(mostAtATime, {
    most: mostWaiting,
    refused: () => tooMany(`Too many ${what} are waiting; try again later.`),
  });

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
