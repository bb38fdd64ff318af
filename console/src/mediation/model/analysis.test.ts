import { describe, expect, it } from 'vitest';
import { adviceOf, courseOf, tickTexts } from './analysis.ts';

describe('What to do with an experiment', () => {
  it.each([
    [{ variantLeader: 'CONTROL' }, 'keepA'],
    [{ variantLeader: 'TREATMENT' }, 'keepB'],
    [{ variantLeader: 'TOO_EARLY_TO_CALL' }, 'wait'],
    [{ variantLeader: 'NO_VARIANT_LEADER', analysis: { equivalent: true } }, 'equivalent'],
    [{ variantLeader: 'NO_VARIANT_LEADER', analysis: { purpose: 'SAFETY' } }, 'safety'],
    [{ variantLeader: 'NO_VARIANT_LEADER', analysis: { purpose: 'DECISION' } }, 'undecided'],
    [{ variantLeader: 'INSUFFICIENT_DATA', analysis: { problem: 'FEW_USERS' } }, 'fewUsers'],
    [{ variantLeader: 'INSUFFICIENT_DATA', analysis: { problem: 'FEW_IMPRESSIONS' } }, 'fewImpressions'],
    [{ variantLeader: 'INSUFFICIENT_DATA', analysis: { problem: 'SAMPLE_RATIO_MISMATCH' } }, 'alarm'],
    [{ variantLeader: 'INSUFFICIENT_DATA' }, 'noSlots'],
  ] as const)('for %j the advice is %s', (experiment, advice) => {
    expect(adviceOf(experiment)).toBe(advice);
  });
});

describe('The picture of the daily looks', () => {
  it('it shows the lift, always contains zero, and a larger lift is above', () => {
    const course = courseOf([
      { lift: { value: 0.3, lower: 0.1, upper: 0.5 } },
      { lift: { value: 0.2, lower: 0.1, upper: 0.3 } },
    ]);
    expect(course?.ticks.map(({ share }) => share)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(course?.ticks.map(({ place }) => place)).toEqual([1, 0.8, 0.6, 0.4, expect.closeTo(0.2), 0]);
    expect(course?.points.map(({ x }) => x)).toEqual([0, 1]);
    for (const { lower, value, upper } of course?.points ?? []) {
      expect(upper).toBeLessThan(value);
      expect(value).toBeLessThan(lower);
      expect(lower).toBeLessThan(1);
    }
  });

  it('looks at which variant A had no revenue have no lift, and are not in it', () => {
    const [without, having] = [
      { date: '2026-11-22', difference: { value: 573 } },
      { date: '2026-11-23', difference: { value: 573 }, lift: { value: 0.2, lower: 0.1, upper: 0.3 } },
    ];
    expect(courseOf([without, having])?.looks).toEqual([having]);
    expect(courseOf([without])).toBeUndefined();
  });

  it('a single look is in the middle, and without looks there is no picture', () => {
    expect(courseOf([{ lift: { value: 1 } }])?.points[0]?.x).toBe(0.5);
    expect(courseOf([])).toBeUndefined();
  });

  it('marks are in per cent with their sign, with the same decimals, as few as they need', () => {
    const texts = (shares: readonly number[]) =>
      tickTexts(
        shares.map((share) => ({ share, place: 0 })),
        'en-GB',
      );
    expect(texts([-0.1, 0, 0.1])).toEqual(['−10%', '0%', '+10%']);
    expect(texts([0, 0.005, 0.01])).toEqual(['0%', '+0.5%', '+1.0%']);
    expect(texts([0, 2, 4])).toEqual(['0%', '+200%', '+400%']);
  });
});
