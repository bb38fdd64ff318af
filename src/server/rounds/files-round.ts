import type { Clock } from '../../conventions/time.ts';
import type { MadeDays } from '../../storage/mediation/parquet/parquet-days.ts';
import { monthsAgo } from './statistics-round.ts';

/** How often a process looks for days of which a file is due, in milliseconds. */
export const FILES_EVERY = 60_000;

/** For so long it begins further files. */
const FILES_FOR = 40_000;

/** Makes files until the time is over or the server stops; returns how many. */
export const filesRound =
  ({ makeFiles }: Pick<MadeDays, 'makeFiles'>, dayMonths: number, clock: Clock) =>
  (isStopping: () => boolean): Promise<number> => {
    const until = performance.now() + FILES_FOR;
    const now = clock();
    const isOver = () => isStopping() || performance.now() >= until;
    return makeFiles({ now, firstDay: monthsAgo(now, dayMonths), isOver });
  };
