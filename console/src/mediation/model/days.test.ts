import { expect, it } from 'vitest';
import { before, eachDay, lastDays } from './days.ts';

it('the last days are those of the time zone, without today', () => {
  const now = Date.parse('2026-03-09T02:00:00Z');
  expect(lastDays(7, 'UTC', now)).toEqual({ from: '2026-03-02', to: '2026-03-08' });
  expect(lastDays(7, 'America/New_York', now)).toEqual({ from: '2026-03-01', to: '2026-03-07' });
});

it('the range before a range is as long and ends the day before', () => {
  expect(before({ from: '2026-03-01', to: '2026-03-07' })).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  expect(eachDay({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
});
