import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, critical, pValue } from './confidence-sequence.ts';
import { differenceOf, effectOf, liftOf } from './effect.ts';
import { chiSquare, lnBayesFactor } from './sample-ratio.ts';
import { type Arms, armOf } from './slot-sums.ts';
import { meansOf } from './variances.ts';

const slot = fc.record({
  slot: fc.nat(999),
  users: fc.nat(200),
  revenueMicros: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  impressions: fc.nat(10_000),
});
const arm = fc
  .tuple(fc.array(slot, { maxLength: 12 }), fc.nat(3))
  .map(([slots, empty]) => armOf(slots, slots.length + empty));
const arms: fc.Arbitrary<Arms> = fc.record({ control: arm, treatment: arm });
const sequence = fc.record({
  nStar: fc.integer({ min: 100, max: 1_000_000 }),
  alpha: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
});
const share = fc.constantFrom(0.01, 0.1, 0.5);
const count = fc.nat(1_000_000);

const close = (one: number, other: number, relative = 1e-9) =>
  expect(Math.abs(one - other)).toBeLessThanOrEqual(relative * Math.max(Math.abs(one), Math.abs(other)));

describe('The statistics of an experiment', () => {
  it('without enough data there are no statistics, and otherwise they are finite', () => {
    fc.assert(
      fc.property(arms, sequence, (both, by) => {
        const effect = effectOf(both);
        const { control: a, treatment: b } = both;
        if (a.users === 0 || b.users === 0 || a.slotCount < 2 || b.slotCount < 2) {
          expect(effect).toBeUndefined();
        }
        if (!effect) return;
        const users = a.users + b.users;
        const { lower, upper } = boundsOf(effect.difference, users, by);
        const lift = effect.lift ? [effect.lift.value, effect.lift.standardError] : [];
        const all = [effect.difference.value, lower, upper, pValue(effect.difference, users, by), ...lift];
        expect(all.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('arms of one slot have no variance, so no effect is estimated', () => {
    const one = armOf([{ slot: 0, users: 9, revenueMicros: 5n, impressions: 9 }], 1);
    expect(meansOf({ control: one, treatment: one })).toEqual([]);
  });

  it('a spread that is only a rounding error counts as no spread', () => {
    const only = (users: number, revenueMicros: bigint) =>
      armOf([{ slot: 0, users, revenueMicros, impressions: 0 }], 2);
    const both = { control: only(1, 0n), treatment: only(22, 880_821_617n * 7n) };
    expect(differenceOf(meansOf(both)[0]!).standardError).toBeGreaterThan(0);
    expect(effectOf(both)).toBeUndefined();
  });

  it('the statistics do not depend on the unit of money', () => {
    fc.assert(
      fc.property(arms, fc.integer({ min: 2, max: 1000 }), sequence, (both, factor, by) => {
        const scaled = (of: Arms['control']) =>
          armOf(
            of.slots.map((each) => ({ ...each, revenueMicros: each.revenueMicros * BigInt(factor) })),
            of.slotCount,
          );
        const before = effectOf(both);
        const after = effectOf({ control: scaled(both.control), treatment: scaled(both.treatment) });
        expect(after === undefined).toBe(before === undefined);
        if (!before || !after) return;
        const scale = factor * before.difference.standardError;
        close(after.difference.standardError, scale);
        expect(Math.abs(after.difference.value - factor * before.difference.value)).toBeLessThan(
          1e-9 * (scale + factor * Number(both.control.revenueMicros + both.treatment.revenueMicros)),
        );
        if (before.lift) close(after.lift!.standardError, before.lift.standardError);
        const users = both.control.users + both.treatment.users;
        close(pValue(after.difference, users, by), pValue(before.difference, users, by), 1e-6);
      }),
    );
  });

  it('exchanging the arms changes the signs of the statistics', () => {
    fc.assert(
      fc.property(arms, sequence, (both, by) => {
        const one = effectOf(both)?.difference;
        const other = effectOf({ control: both.treatment, treatment: both.control })?.difference;
        expect(other === undefined).toBe(one === undefined);
        if (!one || !other) return;
        const users = both.control.users + both.treatment.users;
        const [bounds, mirrored] = [boundsOf(one, users, by), boundsOf(other, users, by)];
        expect(other.value).toBe(0 - one.value);
        close(bounds.lower, -mirrored.upper);
        close(pValue(one, users, by), pValue(other, users, by));
      }),
    );
  });

  it('the larger of the two estimates of the variance is used', () => {
    fc.assert(
      fc.property(arms, (both) => {
        const difference = effectOf(both)?.difference;
        for (const { control, treatment } of difference ? meansOf(both) : []) {
          expect(difference!.standardError ** 2 * (1 + 1e-12)).toBeGreaterThanOrEqual(
            control.variance + treatment.variance,
          );
        }
      }),
    );
  });

  it('the bounds are narrower with more users, and wider with more certainty', () => {
    const users = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(users, fc.integer({ min: 1, max: 1_000_000 }), sequence, (n, more, by) => {
        const width = (of: number) => critical(of, by) / Math.sqrt(of);
        expect(width(n + more)).toBeLessThan(width(n));
        expect(critical(n, { ...by, alpha: by.alpha / 2 })).toBeGreaterThan(critical(n, by));
      }),
    );
  });

  it('the p value is below alpha exactly when the bounds exclude zero', () => {
    const value = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 1_000_000 }), sequence, (z, users, by) => {
        const estimate = { value: z, standardError: 1 };
        const { lower, upper } = boundsOf(estimate, users, by);
        fc.pre(Math.min(Math.abs(lower), Math.abs(upper)) > 1e-9);
        expect(pValue(estimate, users, by) < by.alpha).toBe(lower > 0 || upper < 0);
      }),
    );
  });

  it('if the control has no spread, the standard error of the lift comes from the treatment alone', () => {
    const lift = liftOf({ control: { mean: 2, variance: 0 }, treatment: { mean: 3, variance: 4 } });
    expect(lift).toEqual({ value: 0.5, standardError: 1 });
  });

  it('the statistic of the sample ratio is finite, and stays the same if the arms are exchanged', () => {
    fc.assert(
      fc.property(count, count, share, (a, b, part) => {
        const ratio = { observed: [a, b], expected: [1 - part, part] };
        const exchanged = { observed: [b, a], expected: [part, 1 - part] };
        const { chiSquare: statistic, p } = chiSquare(ratio);
        const factor = lnBayesFactor(ratio);
        expect([statistic, p, factor].every(Number.isFinite)).toBe(true);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        close(chiSquare(exchanged).chiSquare, statistic);
        expect(Math.abs(lnBayesFactor(exchanged) - factor)).toBeLessThan(1e-7);
      }),
    );
  });
});
