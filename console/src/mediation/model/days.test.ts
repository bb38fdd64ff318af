import { expect, it } from 'vitest';
import { before, eachDay, lastDays, partOf, periodOf } from './days.ts';

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

it('a week has seven days from its first one, and a month as many as it has', () => {
  expect(periodOf('2026-02-23')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(periodOf('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(periodOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(periodOf('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

it('a range that cuts a week leaves a part of it, and one around it leaves nothing to say', () => {
  const week = periodOf('2026-03-02');
  const partIn = (from: string, to: string) => partOf(week, { from, to });
  expect(partIn('2026-03-04', '2026-03-31')).toEqual({ from: '2026-03-04', to: '2026-03-08' });
  expect(partIn('2026-02-01', '2026-03-07')).toEqual({ from: '2026-03-02', to: '2026-03-07' });
  expect(partIn('2026-03-04', '2026-03-05')).toEqual({ from: '2026-03-04', to: '2026-03-05' });
  expect(partIn('2026-03-02', '2026-03-08')).toBeUndefined();
});
