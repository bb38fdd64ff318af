import { DAY, HOUR } from '../../conventions/time.ts';
import type { StatisticsStore } from '../../mediation/ports/statistics.ts';
import { hourNumber } from '../../mediation/statistics/days.ts';
import type { Settings } from '../config/settings.ts';

type Retention = Settings['mediation']['statistics']['retention'];

interface RoundDeps {
  readonly statistics: Pick<StatisticsStore, 'sweep'>;
  readonly retention: Retention;
}

/** Days are deleted as a whole, a day later than the time zone of a publisher could ask for. */
const SLACK = 1;

/** The first day that is kept: months ago, in UTC. */
export function monthsAgo(now: number, months: number): number {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months, 1);
  return Math.floor(date.getTime() / DAY) - SLACK;
}

/** Deletes statistics that are past their time, once an hour in each process; returns how many rows. */
export function statisticsRound({ statistics, retention }: RoundDeps): (now: number) => Promise<number> {
  const { hourDays, dayMonths, experimentDays } = retention;
  let next = 0;
  return async (now) => {
    if (now < next) return 0;
    next = now + HOUR;
    return statistics.sweep({
      now,
      firstHour: hourNumber(now - (hourDays + SLACK) * DAY),
      firstDay: monthsAgo(now, dayMonths),
      experimentsBefore: now - experimentDays * DAY,
    });
  };
}
