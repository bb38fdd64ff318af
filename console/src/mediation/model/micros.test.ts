import { describe, expect, it } from 'vitest';
import { decimalOf, formatCpm } from '../../../../src/client/cpm.ts';
import { byPrice, parseCpm } from './micros.ts';

describe('A CPM in micros', () => {
  it('a CPM is shown with all its digits', () => {
    expect(formatCpm('2500000', 'en-GB')).toBe('$2.50');
    expect(formatCpm('10000', 'en-GB')).toBe('$0.01');
    expect(formatCpm('1234567890123', 'en-GB')).toBe('$1,234,567.890123');
    expect(formatCpm('9223372036854775807', 'en-GB')).toBe('$9,223,372,036,854.775807');
  });

  it('a shown CPM that is typed in again gives the same micros', () => {
    for (const micros of ['10000', '2500000', '100000001', '9223372036854775807'])
      expect(parseCpm(decimalOf(micros))).toEqual({ micros });
    expect(decimalOf('2500000')).toBe('2.50');
    expect(decimalOf('3000000', 0)).toBe('3');
  });

  it('a CPM may be typed with a decimal point, a decimal comma and a dollar sign', () => {
    expect(parseCpm('2.5')).toEqual({ micros: '2500000' });
    expect(parseCpm(' $2,50 ')).toEqual({ micros: '2500000' });
    expect(parseCpm('.07')).toEqual({ micros: '70000' });
    expect(parseCpm('1.0000010')).toEqual({ micros: '1000001' });
  });

  it('a text that is not a price, or that could mean two prices, is refused', () => {
    expect(parseCpm('')).toEqual({ problem: 'empty' });
    expect(parseCpm('.')).toEqual({ problem: 'notNumber' });
    expect(parseCpm('1e3')).toEqual({ problem: 'notNumber' });
    expect(parseCpm('-2')).toEqual({ problem: 'notNumber' });
    expect(parseCpm('1,000')).toEqual({ problem: 'ambiguous' });
    expect(parseCpm('1.2345678')).toEqual({ problem: 'tooPrecise' });
    expect(parseCpm('0.009')).toEqual({ problem: 'tooLittle' });
    expect(parseCpm('9223372036855')).toEqual({ problem: 'tooMuch' });
  });

  it('CPMs sort by value, not by text', () => {
    expect(['900000', '10000000', '2500000'].sort(byPrice)).toEqual(['10000000', '2500000', '900000']);
  });
});
