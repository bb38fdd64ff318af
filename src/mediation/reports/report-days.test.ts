import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayBoundsOf, dayOf, weekOf, weekStartOf } from './report-days.ts';

const HOUR = 3_600_000;

describe('Days of a report', () => {
  it('a date must have year, month and day, and must exist', () => {
    expect(dayOf({ year: 2026, month: 3, day: 1 })).toBe('2026-03-01');
    const wrong = [
      { year: 2026, month: 3 },
      { year: 2026, month: 2, day: 29 },
      { year: 2026, month: 13, day: 1 },
    ];
    expect(
      [...wrong, { year: 0, month: 1, day: 1 }, { year: 12026, month: 1, day: 1 }, {}].map(dayOf),
    ).toEqual(Array(6).fill(undefined));
  });

  it('a day begins at midnight in its time zone, even if the day has 23 or 25 hours', () => {
    const hours = (first: string, last: string, zone: string) =>
      dayBoundsOf(first, last, zone).map(({ from, to }) => (to - from) / HOUR);
    expect(dayBoundsOf('2026-03-01', '2026-03-01', 'Asia/Kolkata')).toEqual([
      {
        day: '2026-03-01',
        from: Date.parse('2026-02-28T18:30:00Z'),
        to: Date.parse('2026-03-01T18:30:00Z'),
      },
    ]);
    expect(hours('2026-03-28', '2026-03-30', 'Europe/Berlin')).toEqual([24, 23, 24]);
    expect(hours('2026-10-24', '2026-10-26', 'Europe/Berlin')).toEqual([24, 25, 24]);
  });

  it('days follow each other without gaps in every zone', () => {
    const zones = ['America/Havana', 'Africa/Cairo', 'Asia/Beirut', 'America/Santiago', 'Pacific/Kiritimati'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 1500 }), (zone, offset) => {
        const first = new Date(Date.UTC(2023, 0, 1) + offset * 24 * HOUR).toISOString().slice(0, 10);
        const { format } = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
        const [{ from, to } = { from: 0, to: 0 }] = dayBoundsOf(first, first, zone);
        expect([from - 1, from, to - 1, to].map((at) => format(at) === first)).toEqual([
          false,
          true,
          true,
          false,
        ]);
      }),
    );
  });

  it('weeks begin on Sunday in en-US and on Monday in de', () => {
    expect(weekOf('2026-03-04', weekStartOf('en-US'))).toBe('2026-03-01');
    expect(weekOf('2026-03-04', weekStartOf('de'))).toBe('2026-03-02');
    expect(weekOf('2026-03-01', weekStartOf('en-US'))).toBe('2026-03-01');
    expect(weekOf('2026-03-01', weekStartOf('de'))).toBe('2026-02-23');
    expect(weekStartOf('ar-EG')).toBe(6);
  });
});
