import type { ExperimentLook, MediationAbExperiment, MediationGroup, Publisher } from '../ports/entities.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import type { MediationStore } from '../ports/store.ts';
import type { CurrentRates } from '../reports/money.ts';
import { dayNumber, dayText } from '../statistics/days.ts';
import { analysisOf } from './analysis/analysis.ts';
import { DEFAULT_SEQUENCE } from './analysis/confidence-sequence.ts';
import { fullDaysBetween } from './analysis/full-days.ts';
import { DEFAULT_THRESHOLDS } from './analysis/variant-leader.ts';
import { analysisView } from './analysis-view.ts';
import { pausedDays } from './paused-days.ts';
import { slotDays } from './slot-days.ts';

export interface LookDeps {
  readonly store: MediationStore;
  readonly statistics: StatisticsStore;
  readonly rates: CurrentRates;
  readonly policy: { readonly minimumFullDays: number };
}

interface Of {
  readonly publisher: Publisher;
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
}

type Times = Pick<MediationAbExperiment, 'startedAt' | 'endsAt'>;

/** The days that are over, and completely within the time of the experiment. */
const fullDaysOf = ({ startedAt, endsAt }: Times, timeZone: string, now: number) =>
  fullDaysBetween(startedAt, Math.min(now, endsAt), timeZone);

/** The day up to which a look counts now; undefined until there is a full day. */
export function dayToLookAt(times: Times, timeZone: string, now: number): number | undefined {
  const { first, last } = fullDaysOf(times, timeZone, now);
  return last < first ? undefined : dayNumber(last);
}

/** Looks at the statistics up to a day. */
export async function lookAt(deps: LookDeps, { publisher, group, experiment }: Of, day: number) {
  const { statistics, store, rates, policy } = deps;
  const { publisherId, reportingTimeZone: timeZone, currencyCode: accountCurrency } = publisher;
  const { experimentId, startedAt, endsAt, expectedUsers, look } = experiment;
  const of = { publisherId, experimentId, lastDay: day, accountCurrency };
  const sums = await slotDays(statistics, of, rates());
  const until = Math.min(endsAt, Date.parse(`${dayText(day + 2)}T00:00:00Z`));
  const between = { from: startedAt, until, timeZone };
  const result = analysisOf({
    days: sums.days,
    fullDays: { first: fullDaysOf(experiment, timeZone, endsAt).first, last: dayText(day) },
    pausedDays: await store.read((reader) => pausedDays(reader, group, between)),
    treatmentPercentage: experiment.treatmentTrafficPercentage,
    sequence: { ...DEFAULT_SEQUENCE, ...(expectedUsers !== undefined && { nStar: expectedUsers }) },
    thresholds: { ...DEFAULT_THRESHOLDS, fullDays: policy.minimumFullDays },
    ...(look && { kept: look.kept }),
  });
  const found: ExperimentLook = {
    day,
    leader: result.leader,
    kept: result.kept,
    analysis: analysisView(dayText(day), sums, result),
  };
  return found;
}
