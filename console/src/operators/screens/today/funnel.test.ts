import { describe, expect, it } from 'vitest';
import { barsOf, countOf, durationText, sumOf, typicalWait } from './funnel.ts';

const outcomes = [
  { state: 'rejected', cause: 'codeUnknown', count: 1 },
  { state: 'rejected', count: 3 },
  { state: 'accepted', count: 6 },
  { state: 'expired', count: 0 },
];

describe('The results of proofings', () => {
  it('there is a bar for each state and cause that occurs, in the order of the life cycle', () => {
    expect(barsOf(outcomes).map(({ state, cause }) => [state, cause])).toEqual([
      ['accepted', undefined],
      ['rejected', undefined],
      ['rejected', 'codeUnknown'],
    ]);
  });

  it('the width of a bar is its label: the share of all', () => {
    expect(barsOf(outcomes).map(({ share }) => share)).toEqual([0.6, 0.3, 0.1]);
  });

  it('a state without a bar for each cause counts all its causes', () => {
    expect(countOf(outcomes, 'rejected')).toBe(4);
    expect(sumOf(outcomes)).toBe(10);
  });
});

it('the median wait is computed from the waits of all days', () => {
  const day = (medianWaitSeconds?: number) => ({
    date: '2026-11-22',
    created: 1,
    accepted: 1,
    rejected: 0,
    waiting: 0,
    ...(medianWaitSeconds !== undefined && { medianWaitSeconds }),
  });
  expect(typicalWait([day(30), day(), day(90), day(60)])).toBe(60);
  expect(typicalWait([day()])).toBeUndefined();
});

it('a duration is given in its largest unit', () => {
  expect(durationText(42, 'en-GB')).toBe('42 seconds');
  expect(durationText(7260, 'en-GB')).toBe('2 hours');
  expect(durationText(86_400, 'en-GB')).toBe('1 day');
});
