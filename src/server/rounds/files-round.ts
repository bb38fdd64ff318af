import type { Clock } from '../../conventions/time.ts';
import type { MadeDays } from '../../storage/mediation/parquet/parquet-days.ts';
import { monthsAgo } from './statistics-round.ts';

/** How often a process looks for days of which a file is due, in milliseconds. */
export const FILES_EVERY = 60_000;

/** For so long it begins further files. */
const FILES_FOR = 40_000;

interface RoundDeps {
  readonly parquet: Pick<MadeDays, 'makeFiles'>;
  readonly dayMonths: number;
  readonly clock: Clock;
  /** By a clock that is far ahead, today is an old day, and its later batches would be missing in its file. */
  readonly isBelieved: (now: number) => Promise<boolean>;
}

/** Makes files until the time is over or the server stops; returns how many. */
export const filesRound =
  ({ parquet: { makeFiles }, dayMonths, clock, isBelieved }: RoundDeps) =>
  async (isStopping: () => boolean): Promise<number> => {
    const until = performance.now() + FILES_FOR;
    const now = clock();
    if (!(await isBelieved(now))) return 0;
    const isOver = () => isStopping() || performance.now() >= until;
    return makeFiles({ now, firstDay: monthsAgo(now, dayMonths), isOver });
  };
