import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../conventions/time.ts';
import { daySpans, hourSpans, runsOf, splitsHours } from './day-spans.ts';
import { dayBoundsOf, numberOfDay } from './report-days.ts';

const march = (zone: string) => dayBoundsOf('2026-03-01', '2026-03-02', zone);
const minute = (time: string) => Date.parse(time) / MINUTE;

describe('What a report reads', () => {
  it('a report in the zone of the publisher reads whole days', () => {
    const first = numberOfDay('2026-03-01');
    expect(daySpans(march('Europe/Berlin'))).toEqual([
      { from: first, before: first + 1, day: '2026-03-01', settledDay: first },
      { from: first + 1, before: first + 2, day: '2026-03-02', settledDay: first + 1 },
    ]);
  });

  it('a report in another zone reads hours, split where the day of the publisher ends', () => {
    const first = numberOfDay('2026-03-01');
    expect(hourSpans(march('America/New_York').slice(0, 1), 'Europe/Berlin')).toEqual([
      {
        from: minute('2026-03-01T05:00Z'),
        before: minute('2026-03-01T23:00Z'),
        day: '2026-03-01',
        settledDay: first,
      },
      {
        from: minute('2026-03-01T23:00Z'),
        before: minute('2026-03-02T05:00Z'),
        day: '2026-03-01',
        settledDay: first + 1,
      },
    ]);
  });

  it('hours are split only if the zones differ by a part of an hour', () => {
    expect(splitsHours(march('America/New_York'), 'Europe/Berlin')).toBe(false);
    expect(splitsHours(march('Asia/Kolkata'), 'Europe/Berlin')).toBe(true);
    expect(splitsHours(march('Asia/Kolkata').slice(0, 1), 'Europe/Berlin')).toBe(true);
    expect(splitsHours(march('UTC'), 'Asia/Kolkata')).toBe(true);
  });

  it('what belongs to one value of the time dimension is read at once, without days that filters left out', () => {
    const days = daySpans(
      dayBoundsOf('2026-02-27', '2026-03-04', 'UTC').filter(({ day }) => day !== '2026-03-02'),
    );
    const runs = runsOf(days, (day) => day.slice(0, 7));
    expect(runs.map((run) => run.map(({ day }) => day))).toEqual([
      ['2026-02-27', '2026-02-28'],
      ['2026-03-01'],
      ['2026-03-03', '2026-03-04'],
    ]);
  });
});
