import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../../test/support/runs.ts';
import { dateReader } from './dates.ts';

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

function reader(format: string, pivot?: number) {
  const made = dateReader(format, pivot);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

/** Writes a day in a format, as a database would. */
function written(format: string, iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  return format
    .replace('YYYY', year)
    .replace('YY', year.slice(2))
    .replace('MON', MONTHS[Number(month) - 1] ?? '')
    .replace('MM', month)
    .replace('DD', day)
    .replace(/\bM\b/, String(Number(month)))
    .replace(/\bD\b/, String(Number(day)));
}

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'YYYYMMDD', 'D.M.YYYY', 'M/D/YYYY', 'DD-MON-YYYY'];

describe('Dates of a map', () => {
  it.each(FORMATS)('every day that is written as %s is read as the same day', (format) => {
    const { read } = reader(format);
    fc.assert(
      fc.property(day, (iso) => {
        expect(read(written(format, iso))).toEqual({ day: iso });
      }),
      property(100),
    );
  });

  it('any text is a day that exists and is written like this, or it is refused', () => {
    const digits = fc.stringMatching(/^[0-9/]{0,10}$/);
    const { read } = reader('DD/MM/YYYY');
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        const found = read(text);
        if (found) expect(written('DD/MM/YYYY', found.day)).toBe(text);
      }),
      property(300),
    );
  });

  it.each([
    ['DD/MM/YYYY', '31/02/1990'],
    ['DD/MM/YYYY', '29/02/1900'],
    ['DD/MM/YYYY', '12/31/1990'],
    ['DD/MM/YYYY', '1/2/1990'],
    ['DD/MM/YYYY', '31/12/90'],
    ['DD/MM/YYYY', '31.12.1990'],
    ['DD/MM/YYYY', ' 31/12/1990'],
    ['DD/MM/YYYY', '31/12/1990\n'],
    ['DD/MM/YYYY', '３１/12/1990'],
    ['DD-MON-YYYY', '31-DEZ-1990'],
    ['YYYY-MM-DD hh:mm:ss', '1990-12-31 24:00:00'],
  ])('%s does not read %j', (format, text) => {
    expect(reader(format).read(text)).toBeUndefined();
  });

  it('a time is read beside the day', () => {
    const { read, hasTime } = reader('YYYY-MM-DD hh:mm:ss');
    expect(hasTime).toBe(true);
    expect(read('1990-12-31 23:59:58')).toEqual({ day: '1990-12-31', time: '23:59:58', hasFraction: false });
  });

  it.each([
    ['YYYY-MM-DD hh:mm:ss', '1990-12-31 08:00:00.000', '08:00:00', false],
    ['YYYY-MM-DD hh:mm:ss', '1990-12-31 00:00:00.0000000', '00:00:00', false],
    ['YYYY-MM-DD hh:mm:ss', '1990-12-31 00:00:00,5', '00:00:00', true],
    ['DD.MM.YYYY h:mm', '31.12.1990 0:00', '00:00:00', false],
    ['MM/DD/YYYY h:mm:ss AM', '12/31/1990 12:00:00 AM', '00:00:00', false],
    ['MM/DD/YYYY h:mm:ss AM', '12/31/1990 12:30:00 p.m.', '12:30:00', false],
    ['MM/DD/YYYY h:mm:ss AM', '12/31/1990 1:30:00 PM', '13:30:00', false],
  ])('%s reads %j, as databases and spreadsheets write it', (format, text, time, hasFraction) => {
    expect(reader(format).read(text)).toEqual({ day: '1990-12-31', time, hasFraction });
  });

  it.each([
    ['1990-12-31T00:00:00Z', 0],
    ['1990-12-31T00:00:00+02:00', 120],
    ['1990-12-31T00:00:00 -0530', -330],
    ['1990-12-31T00:00:00+14', 840],
  ])('Z reads the offset of %s', (text, offset) => {
    expect(reader('YYYY-MM-DDThh:mm:ssZ').read(text)).toMatchObject({ day: '1990-12-31', offset });
  });

  it.each(['13:00:00 PM', '0:00:00 AM', '1:60:00 AM'])('%s does not exist', (time) => {
    expect(reader('MM/DD/YYYY h:mm:ss AM').read(`12/31/1990 ${time}`)).toBeUndefined();
  });

  it('years of two digits are in this century up to the pivot, later ones in the last', () => {
    const { read } = reader('DD.MM.YY', 26);
    expect(read('01.02.26')).toEqual({ day: '2026-02-01' });
    expect(read('01.02.27')).toEqual({ day: '1927-02-01' });
  });

  it.each([
    ['DD.MM.YY', undefined, 'needs a pivot'],
    ['DD.MM.YYYY', 26, 'no YY'],
    ['dd/mm/yyyy', undefined, 'can only have'],
    ['MM/YYYY', undefined, 'needs a year, a month and a day'],
    ['DD/MM/YYYY MM', undefined, 'has a part twice'],
    ['DMYYYY', undefined, 'needs a separator after D, M and h'],
    ['DD/MM/YYYY AM', undefined, 'needs a time before AM and Z'],
    ['DD/MM/YYYYZ', undefined, 'needs a time before AM and Z'],
    ['DD/MM/YYYY hh', undefined, 'needs hh:mm'],
    ['(a+)+$ DD/MM/YYYY', undefined, 'can only have'],
  ])('the format %s is refused', (format, pivot, problem) => {
    expect(dateReader(format, pivot)).toContain(problem);
  });
});
