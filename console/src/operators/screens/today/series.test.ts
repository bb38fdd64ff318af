import { describe, expect, it } from 'vitest';
import { peakOf } from '../../../kit/steps.ts';
import { daily, hourly, sumOf, sumOfDays } from './series.ts';

describe('Load by hour', () => {
  const steps = hourly(
    [
      { hourTime: '2026-11-22T01:00:00Z', count: 2 },
      { hourTime: '2026-11-22T01:00:00Z', count: 3 },
    ],
    '2026-11-22T00:30:00Z',
    '2026-11-22T03:30:00Z',
  );

  it('the load adds up all operations, and is zero in hours without requests', () => {
    expect(steps.values).toEqual([0, 5, 0, 0]);
    expect(sumOf(steps)).toBe(5);
  });

  it('the load begins at a whole hour, in seconds', () => {
    expect(steps.times[0]).toBe(Date.UTC(2026, 10, 22) / 1000);
  });

  it('the load has a peak', () => {
    expect(peakOf(steps)).toEqual({ value: 5, time: Date.UTC(2026, 10, 22, 1) });
    expect(peakOf({ times: [], values: [] })).toBeUndefined();
  });
});

describe('Expiry by day', () => {
  const today = '2026-11-22';

  it('the days begin today, those without an expiry are filled in, and the last day is drawn in full', () => {
    const steps = daily(
      [
        { date: '2026-11-25', expiring: 7 },
        { date: '2026-11-23', expiring: 4 },
      ],
      today,
    );
    expect(steps.values).toEqual([0, 4, 0, 7, 7]);
    expect(steps.times[0]).toBe(Date.UTC(2026, 10, 22) / 1000);
    expect(sumOfDays(steps)).toBe(11);
    expect(steps.times.at(-1)).toBe(Date.UTC(2026, 10, 26) / 1000);
  });

  it('the expiry chart ends after a month', () => {
    const steps = daily(
      [
        { date: '2026-11-23', expiring: 4 },
        { date: '2027-11-23', expiring: 4 },
      ],
      today,
    );
    expect([steps.values.length, sumOfDays(steps)]).toEqual([32, 4]);
  });

  it('the expiry chart is empty if there are no days', () => {
    expect(daily([], today)).toEqual({ times: [], values: [] });
  });
});
