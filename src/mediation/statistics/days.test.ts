import { describe, expect, it } from 'vitest';
import { binsOf, dayNumber, dayText, hourInstant } from './days.ts';

const binOf = (timeZone: string, instant: string) => {
  const { day, hour } = binsOf(timeZone)(Date.parse(instant));
  return [dayText(day), new Date(hourInstant(hour)).toISOString().slice(0, 16)];
};

describe('Bins of a time zone', () => {
  it.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01', '2026-03-01T23:00'],
    ['Europe/Berlin', '2026-03-01T23:00:00Z', '2026-03-02', '2026-03-01T23:00'],
    ['Asia/Kolkata', '2026-03-01T18:29:59Z', '2026-03-01', '2026-03-01T17:30'],
    ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-02', '2026-03-01T18:30'],
    ['Asia/Kathmandu', '2026-03-01T18:20:00Z', '2026-03-02', '2026-03-01T18:15'],
    ['Europe/Berlin', '2026-03-29T01:59:00Z', '2026-03-29', '2026-03-29T01:00'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01', '2026-11-01T06:00'],
  ])('in %s, %s is in the day %s and the hour %s', (timeZone, instant, day, hour) => {
    expect(binOf(timeZone, instant)).toEqual([day, hour]);
  });

  it('both hours of the same name are different bins when clocks go back', () => {
    const hours = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => binOf('Europe/Berlin', at)[1]);
    expect(hours).toEqual(['2026-10-25T00:00', '2026-10-25T01:00']);
  });

  it('the number of a day is read back as its text', () => {
    expect(dayText(dayNumber('2026-02-28') + 1)).toBe('2026-03-01');
  });
});
