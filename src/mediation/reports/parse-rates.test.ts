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

  it('a file that a spreadsheet wrote begins with a byte order mark', () => {
    expect(parseRates('\uFEFFdate,currency,rate\n2026-03-01,USD,1.25\n', '')).toHaveLength(1);
  });

  const form = 'is not a rate above zero with at most 12 places';
  it.each([
    ['', 'line 1, column 1: the first line is neither'],
    ['day,rate\n', 'line 1, column 1: the first line is neither'],
    ['Date,USD,Yen\n', 'line 1, column 10: is not a currency'],
    ['date,currency,rate\nyesterday,USD,1\n', 'line 2, column 1: is not a day'],
    ['date,currency,rate\n2026-02-30,USD,1\n', 'line 2, column 1: is not a day'],
    ['date,currency,rate\n\n2026-03-01, dollar,1\n', 'line 3, column 13: is not a currency'],
    ['date,currency,rate\n2026-03-01,USD,1.2.5\n', `line 2, column 16: ${form}`],
    ['date,currency,rate\n2026-03-01,USD,0\n', `line 2, column 16: ${form}`],
    ['date,currency,rate\n2026-03-01,USD\n', `line 2, column 15: ${form}`],
    ['date,currency,rate\n2026-03-01,USD,1,25\n', 'line 2, column 18: the line has more than'],
    [
      'date,currency,rate\n2026-03-01,USD,1\n2026-03-01,USD,2\n',
      'line 3, column 12: has a second rate of USD',
    ],
    ['Date,USD,JPY\n2026-03-01,1.25,-\n', `line 2, column 17: ${form}`],
    ['Date,USD\n2026-03-01,1.25,150\n', 'line 2, column 17: has no currency above it'],
  ])('a problem in %j is reported with its line and column', (text, problem) => {
    expect(() => parseRates(text, '')).toThrow(problem);
  });
});
