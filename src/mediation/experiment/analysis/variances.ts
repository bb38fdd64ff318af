import type { Arm, Arms } from './slot-sums.ts';

interface MeanAndVariance {
  readonly mean: number;
  /** The variance of `mean`. */
  readonly variance: number;
}

export type Means = Record<keyof Arms, MeanAndVariance>;

/** Revenue per assigned user in micros; undefined if there are no users. */
export const revenuePerUser = ({ users, revenueMicros }: Arm): number | undefined =>
  users === 0 ? undefined : Number(revenueMicros) / users;

/** One arm as a sample of independent units. */
export interface Sample {
  readonly slotCount: number;
  readonly users: number;
  readonly mean: number;
  /** Sum over the slots of (revenue - mean * users)². */
  readonly squares: number;
}

function sampleOf(arm: Arm): Sample | undefined {
  const mean = revenuePerUser(arm);
  if (mean === undefined || arm.slotCount < 2) return undefined;
  let squares = 0;
  for (const { users, revenueMicros } of arm.slots) squares += (Number(revenueMicros) - mean * users) ** 2;
  return { slotCount: arm.slotCount, users: arm.users, mean, squares };
}

/** The means of both arms, once with Welch's variances and once with pooled variances. */
export function bothVariances(a: Sample, b: Sample): readonly [Means, Means] {
  const pooled = (a.squares + b.squares) / (a.slotCount + b.slotCount - 2);
  const of = ({ mean, slotCount, users }: Sample, spread: number): MeanAndVariance => ({
    mean,
    variance: (slotCount * spread) / users ** 2,
  });
  const welch = ({ squares, slotCount }: Sample) => squares / (slotCount - 1);
  return [
    { control: of(a, welch(a)), treatment: of(b, welch(b)) },
    { control: of(a, pooled), treatment: of(b, pooled) },
  ];
}

/**
 * Revenue per user of both arms. Slots are the independent units, because the revenue of one user on
 * different days is not independent. Empty as long as an arm has no users or only one slot.
 */
export function meansOf({ control, treatment }: Arms): readonly Means[] {
  const [a, b] = [sampleOf(control), sampleOf(treatment)];
  return a && b ? bothVariances(a, b) : [];
}
