import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  critical,
  mixing,
  pValue,
} from '../../../src/mediation/experiment/analysis/confidence-sequence.ts';
import { differenceOf, effectOf, liftOf } from '../../../src/mediation/experiment/analysis/effect.ts';
import {
  CONCENTRATION,
  chiSquare,
  lnBayesFactor,
  type SampleRatio,
} from '../../../src/mediation/experiment/analysis/sample-ratio.ts';
import { Totals } from '../../../src/mediation/experiment/analysis/slot-sums.ts';
import { meansOf } from '../../../src/mediation/experiment/analysis/variances.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/mediation-product/${name}.json`, import.meta.url), 'utf8'));
const sequential = read('sequential');

function expectClose(actual: number | undefined, expected: number, relative = 1e-9): void {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
}

interface Sample {
  readonly n: number;
  readonly sum?: number;
  readonly sumSquares?: number;
  readonly successes?: number;
}

function meanOf({ n, sum = 0, sumSquares = 0, successes }: Sample) {
  if (successes !== undefined) {
    const mean = successes / n;
    return { mean, variance: (mean * (1 - mean)) / n };
  }
  return { mean: sum / n, variance: (sumSquares - sum ** 2 / n) / (n - 1) / n };
}

describe('Published values of another implementation (GrowthBook)', () => {
  it.each<{ name: string; a: Sample; b: Sample; nStar?: number; alpha: number; expected: never }>(
    sequential.published_gbstats,
  )(
    'effect, bounds and p value equal those of GrowthBook: $name',
    ({ name, a, b, nStar, alpha, expected }) => {
      const means = { control: meanOf(a), treatment: meanOf(b) };
      const estimate = name.startsWith('relative') ? liftOf(means) : differenceOf(means);
      const found = { estimate: estimate.value, standardError: estimate.standardError };
      // GrowthBook computes fixed-sample bounds and p with Student's t, which this server does not use.
      if (nStar === undefined) return expect(expected).toMatchObject(rounded(found));
      const sequence = { nStar, alpha };
      const users = a.n + b.n;
      const p = pValue(estimate, users, sequence);
      expect(rounded({ ...found, ...boundsOf(estimate, users, sequence), p })).toEqual(expected);
    },
  );
});

const rounded = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(5))]));

describe('The confidence sequence', () => {
  it.each<Readonly<Record<string, number>>>(sequential.computed_formula)(
    'difference $difference, standard error $standardError, $n users',
    (row) => {
      const sequence = { nStar: row.nStar!, alpha: row.alpha! };
      const estimate = { value: row.difference!, standardError: row.standardError! };
      const { lower, upper } = boundsOf(estimate, row.n!, sequence);
      expectClose(mixing(sequence), row.rho2!);
      expectClose(critical(row.n!, sequence), row.critical!);
      expectClose(lower, row.lower!);
      expectClose(upper, row.upper!);
      expectClose(pValue(estimate, row.n!, sequence), row.p!);
    },
  );

  const { rows, nStar, alpha, cases } = sequential.computed_slots;
  it.each<Readonly<Record<string, number>>>(cases)(
    'from the sums of 20 slots, $slotsB of them in variant B',
    (row) => {
      const slots = rows.map((slot: { revenueMicros: number }) => ({
        ...slot,
        revenueMicros: BigInt(slot.revenueMicros),
        impressions: 0,
      }));
      const totals = new Totals((100 * row.slotsB!) / rows.length, rows.length);
      totals.add(slots);
      const arms = totals.arms();
      expect([arms.control.users, arms.treatment.users]).toEqual([row.usersA, row.usersB]);
      const [welch, pooled] = meansOf(arms);
      expectClose(welch?.control.mean, row.revenuePerUserA!);
      expectClose(welch?.treatment.mean, row.revenuePerUserB!);
      expectClose(welch && differenceOf(welch).standardError ** 2, row.welch!);
      expectClose(pooled && differenceOf(pooled).standardError ** 2, row.pooled!);
      const { difference } = effectOf(arms)!;
      expectClose(difference.value, row.difference!);
      expectClose(difference.standardError, row.standardError!);
      const users = arms.control.users + arms.treatment.users;
      const { lower, upper } = boundsOf(difference, users, { nStar, alpha });
      expectClose(lower, row.lower!);
      expectClose(upper, row.upper!);
      expectClose(critical(users, { nStar, alpha }), row.critical!);
      expect(pValue(difference, users, { nStar, alpha })).toBe(row.p);
    },
  );
});

describe('The sample ratio', () => {
  type Row = SampleRatio & { chiSquare: number; p: number; concentration: number; lnBayesFactor: number };
  it.each<Row>(read('srm'))(
    'the statistics for the sample ratio of $observed users, where $expected are expected, equal the computed ones',
    (row) => {
      expectClose(chiSquare(row).chiSquare, row.chiSquare);
      expectClose(chiSquare(row).p, row.p);
      // The logarithms reach 10^7, so only 9 places of their differences are exact.
      expect(CONCENTRATION).toBe(row.concentration);
      expect(lnBayesFactor(row)).toBeCloseTo(row.lnBayesFactor, 8);
    },
  );
});
