import { analysisOf } from '../../../../src/mediation/experiment/analysis/analysis.ts';
import { DEFAULT_SEQUENCE } from '../../../../src/mediation/experiment/analysis/confidence-sequence.ts';
import type { Experiment } from '../../../../src/mediation/experiment/analysis/course.ts';
import { effectOf } from '../../../../src/mediation/experiment/analysis/effect.ts';
import { type DaySums, Totals } from '../../../../src/mediation/experiment/analysis/slot-sums.ts';
import { DEFAULT_THRESHOLDS } from '../../../../src/mediation/experiment/analysis/variant-leader.ts';
import { SLOTS } from '../../../../src/resolve/index.ts';
import { randomOf } from '../../../support/random.ts';

/** The mean revenue of a user who pays in full. */
const MEAN_MICROS = 1000;
/** This part of the users brings no revenue; the revenue of the others is lognormal. */
const WITHOUT_REVENUE = 0.3;
/** The revenue of a user comes on this many days, the first of them the day of entry. */
const PAYMENTS = 3;
const IMPRESSIONS_PER_PAYMENT = 5;

interface Population {
  readonly users: number;
  readonly days: number;
  /** Of the logarithm of the revenue. */
  readonly sigma: number;
}

/** What came in for each slot, by day. */
interface History {
  readonly users: readonly Uint32Array[];
  readonly micros: readonly Float64Array[];
}

export type Random = () => number;

export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Users who enter and pay at random times, in random slots. */
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
  /** How much more variant B brings, as a share. */
  readonly lift: number;
}

/**
 * The experiment that has this history in shuffled slots: one of many of the same population, without drawing all its
 * users again.
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
    thresholds: DEFAULT_THRESHOLDS,
  };
}

/** Whether the analysis names a leader on any day. */
export function hasLeader(experiment: Experiment): boolean {
  return analysisOf(experiment).kept.decided !== undefined;
}

/** What is wrong without a confidence sequence: the bounds of one look, at every look from the fourth day on. */
export function isSignificantOnSomeDay({ days, treatmentPercentage }: Experiment): boolean {
  const totals = new Totals(treatmentPercentage);
  return days.some(({ slots }, index) => {
    totals.add(slots);
    if (index < DEFAULT_THRESHOLDS.fullDays) return false;
    const { value, standardError } = effectOf(totals.arms())!.difference;
    return Math.abs(value / standardError) > 1.96;
  });
}

interface Rounds {
  readonly histories: number;
  /** Experiments with the same history. */
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
