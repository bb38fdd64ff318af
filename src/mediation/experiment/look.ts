import type { MediationDeps } from '../operation.ts';
import type { ExperimentLook, MediationAbExperiment, MediationGroup, Publisher } from '../ports/entities.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import type { MediationStore } from '../ports/store.ts';
import type { CurrentRates } from '../reports/currency-conversion.ts';
import { binsOf, dayNumber, dayText } from '../statistics/days.ts';
import { analysisOf } from './analysis/analysis.ts';
import { DEFAULT_SEQUENCE } from './analysis/confidence-sequence.ts';
import { fullDaysBetween } from './analysis/full-days.ts';
import { LEADER_THRESHOLDS } from './analysis/variant-leader.ts';
import { analysisView } from './analysis-view.ts';
import { pausedDays } from './paused-days.ts';
import { type SlotDays, slotDays } from './slot-days.ts';

export interface LookDeps {
  readonly store: MediationStore;
  readonly statistics: StatisticsStore;
  readonly rates: CurrentRates;
  readonly policy: { readonly minimumFullDays: number };
}

export type LookNeeds = 'store' | 'statistics' | 'reports' | 'policy' | 'clock';

export const lookDeps = ({ reports, policy, ...stores }: Pick<MediationDeps, LookNeeds>): LookDeps => ({
  ...stores,
  rates: reports.rates,
  policy: policy.experiments,
});

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

const sumsOf = (
  { statistics, rates }: LookDeps,
  { publisher, experiment }: Omit<Of, 'group'>,
  day: number,
) => {
  const { publisherId, currencyCode: accountCurrency } = publisher;
  const { experimentId } = experiment;
  return slotDays(statistics, { publisherId, experimentId, lastDay: day, accountCurrency }, rates());
};

interface UpTo {
  /** The last day that counts. */
  readonly day: number;
  /** The last full day. */
  readonly lastFull: string;
  readonly paused: ReadonlySet<string>;
}

function analysed(
  { policy }: LookDeps,
  { publisher, experiment }: Omit<Of, 'group'>,
  sums: SlotDays,
  { day, lastFull, paused }: UpTo,
): ExperimentLook {
  const { endsAt, expectedUsers, look } = experiment;
  const { reportingTimeZone: timeZone } = publisher;
  const result = analysisOf({
    days: sums.days,
    fullDays: { first: fullDaysOf(experiment, timeZone, endsAt).first, last: lastFull },
    pausedDays: paused,
    treatmentPercentage: experiment.treatmentTrafficPercentage,
    sequence: { ...DEFAULT_SEQUENCE, ...(expectedUsers !== undefined && { nStar: expectedUsers }) },
    thresholds: { ...LEADER_THRESHOLDS, fullDays: policy.minimumFullDays },
    ...(look && { kept: look.kept }),
  });
  return {
    day,
    leader: result.leader,
    kept: result.kept,
    analysis: analysisView(dayText(day), sums, result),
  };
}

/** Looks at the statistics up to a day. */
export async function lookAt(deps: LookDeps, of: Of, day: number): Promise<ExperimentLook> {
  const { publisher, group, experiment } = of;
  const until = Math.min(experiment.endsAt, Date.parse(`${dayText(day + 2)}T00:00:00Z`));
  const between = { from: experiment.startedAt, until, timeZone: publisher.reportingTimeZone };
  const paused = await deps.store.read((reader) => pausedDays(reader, group, between));
  return analysed(deps, of, await sumsOf(deps, of, day), { day, lastFull: dayText(day), paused });
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The experiment with the figures so far, if nobody has looked at it yet. They can be read at any time: before the first full
 * day no bound is tested, so there is nothing to keep.
 */
export async function withFirstFigures(deps: LookDeps, experiment: MediationAbExperiment, now: number) {
  const { publisherId, look, endsAt } = experiment;
  const publisher = look ? undefined : await deps.store.read((reader) => reader.publisher(publisherId));
  if (!publisher) return experiment;
  const { day } = binsOf(publisher.reportingTimeZone)(Math.min(now, endsAt));
  const of = { publisher, experiment };
  const sums = await sumsOf(deps, of, day);
  if (sums.days.length === 0) return experiment;
  return { ...experiment, look: analysed(deps, of, sums, { day, lastFull: '', paused: NONE }) };
}
