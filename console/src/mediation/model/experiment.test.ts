import { expect, it } from 'vitest';
import { dayOf, isToDecide } from './experiment.ts';

it('An experiment counts its days from the first to the last', () => {
  const [start, end] = ['2026-11-01T12:00:00Z', '2027-01-30T12:00:00Z'];
  const at = (time: string) => dayOf(start, end, Date.parse(time));
  expect(at('2026-11-01T12:00:00Z')).toEqual({ day: 1, of: 90 });
  expect(at('2026-11-02T11:59:59Z')).toEqual({ day: 1, of: 90 });
  expect(at('2026-11-02T12:00:00Z')).toEqual({ day: 2, of: 90 });
  expect(at('2027-06-01T00:00:00Z')).toEqual({ day: 90, of: 90 });
  expect(at('2026-10-01T00:00:00Z')).toEqual({ day: 1, of: 90 });
});

it.each([
  ['RUNNING', 'TREATMENT', true],
  ['RUNNING', 'CONTROL', true],
  ['RUNNING', 'TOO_EARLY_TO_CALL', false],
  ['RUNNING', undefined, false],
  ['ENDED', 'TOO_EARLY_TO_CALL', true],
  ['EXPIRED', 'TREATMENT', false],
] as const)(
  'An experiment that is %s with the leader %s waits for a decision: %s',
  (state, leader, waits) => {
    expect(isToDecide({ state, ...(leader && { variantLeader: leader }) })).toBe(waits);
  },
);
