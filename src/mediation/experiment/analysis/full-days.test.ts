import { describe, expect, it } from 'vitest';
import { contains, fullDaysBetween } from './full-days.ts';

const from = Date.UTC(2026, 2, 27, 12);
const to = Date.UTC(2026, 3, 1, 12);

describe('The full days of an experiment', () => {
  it('the days on which an experiment starts and ends are not full days', () => {
    expect(fullDaysBetween(from, to, 'UTC')).toEqual({ first: '2026-03-28', last: '2026-03-31' });
  });

  it('full days are those of the time zone of the publisher, also when its clocks change', () => {
    expect(fullDaysBetween(from, to, 'Pacific/Auckland')).toEqual({
      first: '2026-03-29',
      last: '2026-04-01',
    });
  });

  it('an experiment of some hours has no full days', () => {
    const none = fullDaysBetween(from, from + 3_600_000, 'UTC');
    expect(['2026-03-26', '2026-03-27', '2026-03-28'].some((day) => contains(none, day))).toBe(false);
  });
});
