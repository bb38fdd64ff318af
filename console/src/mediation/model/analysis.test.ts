import { describe, expect, it } from 'vitest';
import { adviceOf, courseOf, formatMicros, looksOfThousand, tickTexts } from './analysis.ts';

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
  it('it always contains zero, and higher amounts are above', () => {
    const course = courseOf([
      { difference: { value: 3, lower: 1, upper: 5 } },
      { difference: { value: 2, lower: 1, upper: 3 } },
    ]);
    expect(course?.ticks.map(({ micros }) => micros)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(course?.ticks.map(({ place }) => place)).toEqual([1, 0.8, 0.6, 0.4, expect.closeTo(0.2), 0]);
    expect(course?.points.map(({ x }) => x)).toEqual([0, 1]);
    for (const { lower, value, upper } of course?.points ?? []) {
      expect(upper).toBeLessThan(value);
      expect(value).toBeLessThan(lower);
      expect(lower).toBeLessThan(1);
    }
  });

  it('shows what a thousand users bring more', () => {
    const looks = looksOfThousand([
      { date: '2026-11-23', difference: { value: 573, lower: 243, upper: 904 } },
    ]);
    expect(looks).toEqual([
      { date: '2026-11-23', difference: { value: 573_000, lower: 243_000, upper: 904_000 } },
    ]);
  });

  it('a single look is in the middle, and without looks there is no picture', () => {
    expect(courseOf([{ difference: { value: 1 } }])?.points[0]?.x).toBe(0.5);
    expect(courseOf([])).toBeUndefined();
  });

  it('marks have the same decimals, as few as they need', () => {
    const texts = (micros: readonly number[]) =>
      tickTexts(
        micros.map((one) => ({ micros: one })),
        'USD',
        'en-GB',
      );
    expect(texts([0, 500, 1000, 1500])).toEqual(['$0', '$0.0005', '$0.0010', '$0.0015']);
    expect(texts([-200_000, 0, 200_000])).toEqual(['−$0.2', '$0', '$0.2']);
    expect(texts([0, 2_000_000])).toEqual(['$0', '$2']);
    expect(texts([0, 0.5, 1])).toEqual(['$0', '$0.0000005', '$0.0000010']);
  });

  it.each([
    [1234, '$0.00123'],
    [8800, '$0.00880'],
    [-8800, '−$0.00880'],
    [12_340_000, '$12.34'],
  ])('small amounts have three digits, others the decimals of their currency: %i is %s', (micros, text) => {
    expect(formatMicros(micros, 'USD', 'en-GB')).toBe(text);
  });
});
