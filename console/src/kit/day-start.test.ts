import { describe, expect, it } from 'vitest';
import { dayStart } from './day-start.ts';

describe('The start of a day in a time zone', () => {
  it.each([
    ['2026-11-22', 'UTC', 0, '2026-11-22T00:00:00.000Z'],
    ['2026-11-22', 'America/New_York', 0, '2026-11-22T05:00:00.000Z'],
    ['2026-11-22', 'Asia/Kolkata', 1, '2026-11-22T18:30:00.000Z'],
    // Clocks go back at 02:00 of this day.
    ['2026-11-01', 'America/New_York', 0, '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', 1, '2026-11-02T05:00:00.000Z'],
    // Clocks go forward between midnight there and midnight in UTC.
    ['2026-10-04', 'Australia/Sydney', 0, '2026-10-03T14:00:00.000Z'],
  ])('the start of the day %s in %s, plus %d days, is %s', (day, zone, later, start) => {
    expect(dayStart(day, zone, later)).toBe(start);
  });

  it('a text that is not a date has no start of the day', () => {
    expect(['', '22.11.2026', '2026-13-45', undefined].map((text) => dayStart(text, 'UTC'))).toEqual(
      Array(4).fill(undefined),
    );
  });
});
