import { describe, expect, it } from 'vitest';
import { parseRates } from './parse-rates.ts';

describe('A file of exchange rates', () => {
  it('a file of rates has a line for each day and currency', () => {
    expect(parseRates('date,currency,rate\r\n2026-03-01,USD,1.25\n2026-03-02, CHF ,0.95\n\n', '')).toEqual([
      { date: '2026-03-01', currency: 'USD', rate: '1.25' },
      { date: '2026-03-02', currency: 'CHF', rate: '0.95' },
    ]);
  });

  it('a file of rates can be the history of the European Central Bank, which ends its lines with a comma', () => {
    expect(
      parseRates('Date,USD,JPY,CYP,\n2026-03-02,1.17,183.2,N/A,\n2026-03-01,1.18,N/A,N/A,\n', ''),
    ).toEqual([
      { date: '2026-03-02', currency: 'USD', rate: '1.17' },
      { date: '2026-03-02', currency: 'JPY', rate: '183.2' },
      { date: '2026-03-01', currency: 'USD', rate: '1.18' },
    ]);
  });

  it('days before the first one that can be in a report are left out', () => {
    expect(parseRates('date,currency,rate\n1999-01-04,USD,1.17\n', '2020-01-01')).toEqual([]);
  });

  it.each([
    ['', 'line 1: '],
    ['day,rate\n', 'line 1: '],
    ['date,currency,rate\nyesterday,USD,1\n', 'line 2: does not begin with a date'],
    ['date,currency,rate\n\n2026-03-01,dollar,1\n', 'line 3: has no currency'],
  ])('a problem in %j is reported with its line', (text, problem) => {
    expect(() => parseRates(text, '')).toThrow(problem);
  });
});
