import { analysisOf } from '../../../../src/mediation/experiment/analysis/analysis.ts';
import { DEFAULT_SEQUENCE } from '../../../../src/mediation/experiment/analysis/confidence-sequence.ts';
import type { Experiment } from '../../../../src/mediation/experiment/analysis/course.ts';
import { effectOf } from '../../../../src/mediation/experiment/analysis/effect.ts';
import { type DaySums, Totals } from '../../../../src/mediation/experiment/analysis/slot-sums.ts';
import { LEADER_THRESHOLDS } from '../../../../src/mediation/experiment/analysis/variant-leader.ts';
import { SLOTS } from '../../../../src/resolve/index.ts';
import { randomOf } from '../../../support/random.ts';

/** The mean revenue of a user who pays in full. */
const MEAN_MICROS = 1000;
/** Share of the users without revenue. The revenue of the others is lognormal. */
const WITHOUT_REVENUE = 0.3;
/** The revenue of a user is spread over this number of days from the day of entry on. */
const PAYMENTS = 3;
const IMPRESSIONS_PER_PAYMENT = 5;

interface Population {
  readonly users: number;
  readonly days: number;
  /** Standard deviation of the logarithm of the revenue. */
  readonly sigma: number;
}

/** Users and revenue of each slot, by day. */
interface History {
  readonly users: readonly Uint32Array[];
  readonly micros: readonly Float64Array[];
}

export type Random = () => number;

export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Users who enter and pay on random days, in random slots. */
function historyOf({ users, days, sigma }: Population, random: Random): History {
  const entered = Array.from({ length: days }, () => new Uint32Array(SLOTS));
  const micros = Array.from({ length: days }, () => new Float64Array(SLOTS));
  const scale = (MEAN_MICROS * Math.exp(-(sigma ** 2) / 2)) / (1 - WITHOUT_REVENUE) / PAYMENTS;
  for (let user = 0; user < users; user += 1) {
    const slot = Math.floor(random() * SLOTS);
    const day = Math.floor(random() * days);
    entered[day]![slot]! += 1;
    if (random() < WITHOUT_REVENUE) continue;
    const payment = Math.round(scale * Math.exp(sigma * normal(random)));
    micros[day]![slot]! += payment;
    for (let later = 1; later < PAYMENTS; later += 1) {
      const payday = day + Math.floor(random() * days);
      if (payday < days) micros[payday]![slot]! += payment;
    }
  }
  return { users: entered, micros };
}

function shuffled(random: Random): Uint16Array {
  const slots = Uint16Array.from({ length: SLOTS }, (_, slot) => slot);
  for (let last = SLOTS - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [slots[last], slots[other]] = [slots[other]!, slots[last]!];
  }
  return slots;
}

const dayName = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);

interface Variants {
  readonly treatmentPercentage: number;
  /** Additional revenue of variant B, as a share of the revenue of variant A. */
  readonly lift: number;
}

/**
 * An experiment with the users of this history in shuffled slots. Shuffling is much faster than simulating all users of
 * another experiment.
 */
function experimentOf(
  { users, micros }: History,
  { treatmentPercentage, lift }: Variants,
  random: Random,
): Experiment {
  const slots = shuffled(random);
  const firstOfControl = (SLOTS * treatmentPercentage) / 100;
  const days = users.map((entered, index): DaySums => {
    const earned = micros[index]!;
    return {
      day: dayName(index),
      slots: Array.from(slots, (slot, from) => {
        const revenue = earned[from]! * (slot < firstOfControl ? 1 + lift : 1);
        return {
          slot,
          users: entered[from]!,
          revenueMicros: BigInt(Math.round(revenue)),
          impressions: IMPRESSIONS_PER_PAYMENT * entered[from]!,
        };
      }),
    };
  });
  return {
    days,
    fullDays: { first: days[0]!.day, last: days.at(-1)!.day },
    treatmentPercentage,
    sequence: DEFAULT_SEQUENCE,
    thresholds: LEADER_THRESHOLDS,
  };
}

/** Whether the analysis names a leader on any day. */
export function hasLeader(experiment: Experiment): boolean {
  return analysisOf(experiment).kept.decided !== undefined;
}

/** Whether a look from the fourth day on finds a difference by the bounds for a single look, which is a mistake. */
export function isSignificantOnSomeDay({ days, treatmentPercentage }: Experiment): boolean {
  const totals = new Totals(treatmentPercentage);
  return days.some(({ slots }, index) => {
    totals.add(slots);
    if (index < LEADER_THRESHOLDS.fullDays) return false;
    const { value, standardError } = effectOf(totals.arms())!.difference;
    return Math.abs(value / standardError) > 1.96;
  });
}

interface Rounds {
  readonly histories: number;
  /** Number of experiments for each history. */
  readonly shuffles: number;
}

export function shareOf(
  judge: (experiment: Experiment) => boolean,
  population: Population,
  variants: Variants,
  { histories, shuffles }: Rounds,
): number {
  let found = 0;
  for (let seed = 0; seed < histories; seed += 1) {
    const random = randomOf(seed);
    const history = historyOf(population, random);
    for (let run = 0; run < shuffles; run += 1) {
      if (judge(experimentOf(history, variants, random))) found += 1;
    }
  }
  return found / (histories * shuffles);
}
