import type { VariantLeader } from '../../contract/enums.ts';

export type Leader = Exclude<keyof typeof VariantLeader, 'VARIANT_LEADER_UNSPECIFIED'>;

/** Why the data cannot be used. */
type Problem = 'NO_SLOTS' | 'FEW_IMPRESSIONS' | 'FEW_USERS' | 'SAMPLE_RATIO_MISMATCH';

/** The input of the rules. */
export interface LeaderInput {
  /** Number of slots with data. */
  readonly slots: number;
  readonly impressions: number;
  readonly usersOfSmallerArm: number;
  /** Whether the alarm was raised at any look. */
  readonly sampleRatioAlarm: boolean;
  /** Whether the first full day is over. */
  readonly hasFullDay: boolean;
  readonly fullDays: number;
  /**
   * The variant with more revenue per user at the time when the confidence sequence first excluded zero. Only
   * the alarm takes it back; new data and data that are withdrawn do not.
   */
  readonly decided?: 'CONTROL' | 'TREATMENT';
}

export interface Thresholds {
  readonly impressions: number;
  readonly usersOfSmallerArm: number;
  readonly fullDays: number;
}

/** The least data with which a variant can lead. With fewer users, small arms with skewed revenue give more than 5 % wrong verdicts. */
export const LEADER_THRESHOLDS: Thresholds = { impressions: 10_000, usersOfSmallerArm: 2000, fullDays: 4 };

interface Rule {
  readonly leader: Leader;
  readonly problem?: Problem;
  readonly when: (input: LeaderInput, thresholds: Thresholds) => boolean;
}

const RULES: readonly Rule[] = [
  {
    leader: 'INSUFFICIENT_DATA',
    problem: 'SAMPLE_RATIO_MISMATCH',
    when: ({ sampleRatioAlarm }) => sampleRatioAlarm,
  },
  // The day of the start has few users in any case, so that their number is no problem yet.
  { leader: 'TOO_EARLY_TO_CALL', when: ({ slots, hasFullDay }) => slots > 0 && !hasFullDay },
  { leader: 'TREATMENT', when: ({ decided }) => decided === 'TREATMENT' },
  { leader: 'CONTROL', when: ({ decided }) => decided === 'CONTROL' },
  {
    leader: 'INSUFFICIENT_DATA',
    problem: 'NO_SLOTS',
    when: ({ slots }) => slots === 0,
  },
  {
    leader: 'INSUFFICIENT_DATA',
    problem: 'FEW_IMPRESSIONS',
    when: ({ impressions }, thresholds) => impressions < thresholds.impressions,
  },
  {
    leader: 'INSUFFICIENT_DATA',
    problem: 'FEW_USERS',
    when: ({ usersOfSmallerArm }, thresholds) => usersOfSmallerArm < thresholds.usersOfSmallerArm,
  },
  { leader: 'TOO_EARLY_TO_CALL', when: ({ fullDays }, thresholds) => fullDays < thresholds.fullDays },
];

export interface Verdict {
  readonly leader: Leader;
  readonly problem?: Problem;
}

/** The result of the first rule that applies. It is advice and never stops an experiment. */
export function variantLeader(input: LeaderInput, thresholds: Thresholds = LEADER_THRESHOLDS): Verdict {
  const { leader = 'NO_VARIANT_LEADER', problem } = RULES.find(({ when }) => when(input, thresholds)) ?? {};
  return { leader, ...(problem !== undefined && { problem }) };
}
