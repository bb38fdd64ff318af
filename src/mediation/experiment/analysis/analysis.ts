import { courseOf, type Experiment, type Kept, type Look } from './course.ts';
import { effectOf, type Intervals, intervalsOf, isEquivalent } from './effect.ts';
import { neededUsers } from './power.ts';
import { chiSquare, lnBayesFactor } from './sample-ratio.ts';
import type { Arm, Arms } from './slot-sums.ts';
import { revenuePerUser } from './variances.ts';
import { type Leader, type Verdict, variantLeader } from './variant-leader.ts';

/**
 * The effect for which the needed number of users is computed, as a share of the control's revenue per user.
 */
const PLANNED_LIFT = 0.05;

/** The public interface scales the earnings of each variant to all traffic over this number of days. */
const SCALED_DAYS = 28;

/** With a smaller share of the traffic, variant B gets too few users to find the better variant. */
const DECIDES_FROM_PERCENT = 10;

interface ArmFigures {
  readonly users: number;
  readonly impressions: number;
  readonly revenueMicros: bigint;
  readonly revenuePerUserMicros?: number;
  readonly impressionsPerUser?: number;
  readonly ecpmMicros?: number;
  /** Earnings / share of the traffic * 28 / days. */
  readonly scaledMonthlyEarningsMicros?: number;
}

/** The intervals are absent until there are enough data for a verdict. */
export interface Analysis extends Verdict, Partial<Intervals> {
  /** The first day on which the confidence sequence excluded zero. */
  readonly since?: string;
  /** A share of 1 % shows whether variant B does harm; 50 % finds the better variant soonest. */
  readonly purpose: 'SAFETY' | 'DECISION';
  readonly arms: Record<keyof Arms, ArmFigures>;
  /** Number of full days with data. */
  readonly fullDays: number;
  readonly sampleRatio: {
    readonly chiSquare: number;
    readonly p: number;
    readonly lnBayesFactor: number;
    readonly alarm: boolean;
  };
  /** The smallest p value of all looks. */
  readonly p?: number;
  /**
   * True if there is no leader and the bounds of the difference are within 2 % of the control's revenue per
   * user.
   */
  readonly equivalent?: true;
  /**
   * Number of users in both arms that show a lift of 5 % with a power of 80 %, and the days until there are
   * as many.
   */
  readonly fivePercent?: { readonly users: number; readonly days: number };
  /** The looks from the first possible verdict on. */
  readonly looks: readonly Look[];
  /** To be stored, and passed to the next analysis. */
  readonly kept: Kept;
}

function figuresOf(arm: Arm, share: number, days: number): ArmFigures {
  const { users, impressions, revenueMicros } = arm;
  const revenue = Number(revenueMicros);
  const perUser = revenuePerUser(arm);
  return {
    users,
    impressions,
    revenueMicros,
    ...(perUser !== undefined && { revenuePerUserMicros: perUser, impressionsPerUser: impressions / users }),
    ...(impressions > 0 && { ecpmMicros: (revenue * 1000) / impressions }),
    ...(days > 0 && { scaledMonthlyEarningsMicros: ((revenue / share) * SCALED_DAYS) / days }),
  };
}

function planOf(arms: Arms, { days, sequence }: Experiment): Pick<Analysis, 'fivePercent'> {
  const effect = effectOf(arms);
  const mean = revenuePerUser(arms.control);
  if (!effect || !mean) return {};
  const users = arms.control.users + arms.treatment.users;
  const spread = effect.difference.standardError * Math.sqrt(users);
  const needed = neededUsers(PLANNED_LIFT * mean, spread, sequence);
  if (needed === undefined) return {};
  const missing = Math.max(0, needed - users);
  return { fivePercent: { users: needed, days: Math.ceil((missing * days.length) / users) } };
}

function measured({ control, treatment }: Arms, { sequence }: Experiment, leader: Leader) {
  if (leader === 'INSUFFICIENT_DATA' || leader === 'TOO_EARLY_TO_CALL') return {};
  const effect = effectOf({ control, treatment });
  if (!effect) return {};
  const users = control.users + treatment.users;
  const intervals = intervalsOf(effect, users, sequence);
  return {
    ...intervals,
    ...(leader === 'NO_VARIANT_LEADER' &&
      isEquivalent(intervals.difference, revenuePerUser(control) ?? 0) && { equivalent: true as const }),
  };
}

/** The analysis of an experiment from its sums. */
export function analysisOf(experiment: Experiment): Analysis {
  const { arms, input, kept, looks } = courseOf(experiment);
  const share = experiment.treatmentPercentage / 100;
  const ratio = { observed: [arms.control.users, arms.treatment.users], expected: [1 - share, share] };
  const verdict = variantLeader(input, experiment.thresholds);
  const { leader } = verdict;
  const days = experiment.days.length;
  return {
    ...verdict,
    ...(leader === kept.decided?.leader && { since: kept.decided.since }),
    purpose: experiment.treatmentPercentage < DECIDES_FROM_PERCENT ? 'SAFETY' : 'DECISION',
    arms: {
      control: figuresOf(arms.control, 1 - share, days),
      treatment: figuresOf(arms.treatment, share, days),
    },
    fullDays: input.fullDays,
    sampleRatio: {
      ...chiSquare(ratio),
      lnBayesFactor: lnBayesFactor(ratio),
      alarm: input.sampleRatioAlarm,
    },
    ...measured(arms, experiment, leader),
    ...(leader !== 'INSUFFICIENT_DATA' && kept.p !== undefined && { p: kept.p }),
    ...planOf(arms, experiment),
    looks,
    kept,
  };
}
