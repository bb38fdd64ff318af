import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksAround, ticksFromZero, ticksOf } from './ticks.ts';

describe('The marks of an axis', () => {
  it.each([
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 1.37, [0, 0.5, 1, 1.5]],
    [0, 0.03, [0, 0.01, 0.02, 0.03]],
    [0, 182.26, [0, 50, 100, 150, 200]],
    [0, 352_154, [0, 100_000, 200_000, 300_000, 400_000]],
    [0, 1090, [0, 500, 1000, 1500]],
    [-30, 80, [-50, 0, 50, 100]],
    [0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-1e-5, 0, [-1.5e-5, -1e-5, -5e-6, 0]],
  ])('from %d to %d are round', (least, most, ticks) => {
    expect(ticksOf(least, most)).toEqual(ticks);
  });

  it('are multiples of 1, 2 or 5 times a power of ten, few, and around both amounts', () => {
    const amount = fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -6, max: 9 }));
    fc.assert(
      fc.property(amount, amount, (...two) => {
        const [one = 0, other = 0] = two.map(([digits, power]) => Number(`${digits}e${power}`));
        const [least, most] = [Math.min(0, one, other), Math.max(0, one, other)];
        fc.pre(most > least);
        const ticks = ticksOf(least, most);
        const step = ticks[1]! - ticks[0]!;
        const digits = Number(step.toExponential(6).split('e')[0]);
        expect([1, 2, 5]).toContain(digits);
        expect(ticks).toContain(0);
        expect(ticks[0]).toBeLessThanOrEqual(least);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('of whole numbers are whole', () => {
    expect(ticksFromZero([0, 2])).toEqual([0, 1, 2, 3, 4]);
    expect(ticksFromZero([])).toEqual([0, 1, 2, 3, 4]);
    expect(ticksFromZero([23])).toEqual([0, 5, 10, 15, 20, 25]);
    expect(ticksFromZero([0.5, 2])).toEqual([0, 0.5, 1, 1.5, 2]);
  });

  it.each([
    ['an eCPM', [1.13, 1.37], [1, 1.1, 1.2, 1.3, 1.4]],
    ['a rate near all', [0.94, 1], [0.85, 0.9, 0.95, 1]],
    ['one that does not change', [0.5, 0.5], [0.47, 0.48, 0.49, 0.5]],
    ['one that falls to nothing', [0, 0.9], [0, 0.2, 0.4, 0.6, 0.8, 1]],
    ['none', [], [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('of %s stand around it, with a little room', (_, values, ticks) => {
    expect(ticksAround(values)).toEqual(ticks);
  });
});
