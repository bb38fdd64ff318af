import { pValue, type Sequence } from './confidence-sequence.ts';
import { effectOf, type Intervals, intervalsOf } from './effect.ts';
import { contains, type DayRange } from './full-days.ts';
import { ALARM_ABOVE, lnBayesFactor } from './sample-ratio.ts';
import { type Arms, type DaySums, Totals } from './slot-sums.ts';
import { type LeaderInput, type Thresholds, variantLeader } from './variant-leader.ts';

/** Results of earlier looks, which stay even if late data change the sums of their days. */
export interface Kept {
  /** Set once the sample-ratio alarm was raised: a sequential test that rejected once has rejected. */
  readonly alarm?: true;
  readonly decided?: { readonly leader: 'CONTROL' | 'TREATMENT'; readonly since: string };
  /** The smallest p value of all looks. */
  readonly p?: number;
}

export interface Experiment {
  /** Sums of each day, in ascending order of days. */
  readonly days: readonly DaySums[];
  /** The days that are completely within the time of the experiment. */
  readonly fullDays: DayRange;
  /** Days on which the group was paused, which do not count as full. */
  readonly pausedDays?: ReadonlySet<string>;
  readonly treatmentPercentage: number;
  readonly sequence: Sequence;
  readonly thresholds: Thresholds;
  readonly kept?: Kept;
}

/** What the look at the sums up to one day saw. */
export interface Look extends Intervals {
  readonly day: string;
  readonly users: number;
}

interface Course {
  readonly arms: Arms;
  readonly input: LeaderInput;
  readonly kept: Kept;
  readonly looks: readonly Look[];
}

/**
 * Looks once for each day at the sums up to that day. A verdict is only sought if no earlier rule applies.
 */
export function courseOf(experiment: Experiment): Course {
  const { treatmentPercentage, sequence, thresholds, pausedDays } = experiment;
  const share = treatmentPercentage / 100;
  const isFull = (day: string) => contains(experiment.fullDays, day) && !pausedDays?.has(day);
  const hasFullDay = experiment.fullDays.first <= experiment.fullDays.last;
  const totals = new Totals(treatmentPercentage);
  let arms = totals.arms();
  let kept = experiment.kept ?? {};
  const looks: Look[] = [];
  let input: LeaderInput = {
    slots: 0,
    impressions: 0,
    usersOfSmallerArm: 0,
    sampleRatioAlarm: kept.alarm ?? false,
    hasFullDay,
    fullDays: 0,
  };
  for (const { day, slots } of experiment.days) {
    totals.add(slots);
    arms = totals.arms();
    const { control, treatment } = arms;
    const ratio = { observed: [control.users, treatment.users], expected: [1 - share, share] };
    input = {
      slots: totals.slots,
      impressions: control.impressions + treatment.impressions,
      usersOfSmallerArm: Math.min(control.users, treatment.users),
      sampleRatioAlarm: input.sampleRatioAlarm || lnBayesFactor(ratio) > ALARM_ABOVE,
      hasFullDay,
      fullDays: input.fullDays + (slots.length > 0 && isFull(day) ? 1 : 0),
    };
    if (variantLeader(input, thresholds).leader === 'NO_VARIANT_LEADER') {
      const effect = effectOf(arms);
      if (!effect) continue;
      const users = control.users + treatment.users;
      const look = { day, users, ...intervalsOf(effect, users, sequence) };
      looks.push(look);
      kept = keptAfter(kept, look, pValue(effect.difference, users, sequence));
    }
  }
  return {
    arms,
    input: { ...input, ...(kept.decided && { decided: kept.decided.leader }) },
    kept: { ...kept, ...(input.sampleRatioAlarm && { alarm: true }) },
    looks,
  };
}

function keptAfter(kept: Kept, { day, difference: { lower, upper } }: Look, seen: number): Kept {
  const p = Math.min(kept.p ?? 1, seen);
  if (kept.decided || (lower <= 0 && upper >= 0)) return { ...kept, p };
  return { ...kept, p, decided: { leader: lower > 0 ? 'TREATMENT' : 'CONTROL', since: day } };
}
