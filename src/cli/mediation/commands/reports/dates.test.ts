import { describe, expect, it } from 'vitest';
import { dateRange, today } from './dates.ts';

const NOW = '2026-03-05';
const shown = (text: string) => {
  const { startDate: a, endDate: b } = dateRange(text, NOW);
  return `${a.year}-${a.month}-${a.day}..${b.year}-${b.month}-${b.day}`;
};

describe('The days of a report', () => {
  it.each([
    ['2026-03-01..2026-03-31', '2026-3-1..2026-3-31'],
    ['2026-02-28', '2026-2-28..2026-2-28'],
    ['today', '2026-3-5..2026-3-5'],
    ['yesterday', '2026-3-4..2026-3-4'],
    ['last-7-days', '2026-2-26..2026-3-4'],
    ['last-30-days', '2026-2-3..2026-3-4'],
    ['this-month', '2026-3-1..2026-3-5'],
    ['last-month', '2026-2-1..2026-2-28'],
  ])('%s is %s', (text, range) => {
    expect(shown(text)).toBe(range);
  });

  it.each(['', 'last-0-days', '1.3.2026', '2026-3-1', '2026-03-01..', 'constructor'])(
    'refuses %j',
    (text) => {
      expect(() => dateRange(text, NOW)).toThrow('--dates does not take');
    },
  );

  it('today is that of the zone of the account', () => {
    const late = Date.UTC(2026, 2, 4, 23, 30);
    expect([today('UTC', late), today('Europe/Berlin', late)]).toEqual(['2026-03-04', '2026-03-05']);
  });
});
