import { describe, expect, it } from 'vitest';
import { decimal, decimalsOf, microsOf } from './money.ts';

describe('Money', () => {
  it.each([
    ['2.50', '2500000', '2.50'],
    ['0.01', '10000', '0.01'],
    ['12', '12000000', '12.00'],
    ['0.000001', '1', '0.000001'],
    ['999999999999.999999', '999999999999999999', '999999999999.999999'],
    ['1.1', '1100000', '1.10'],
    ['0.125', '125000', '0.125'],
  ])('%s is %s micros, shown as %s', (text, micros, shown) => {
    expect([microsOf(text, '--cpm'), decimal(micros)]).toEqual([micros, shown]);
  });

  it.each([
    ['JPY', '7000000', '7'],
    ['JPY', '7500000', '7.5'],
    ['KWD', '7500000', '7.500'],
    ['EUR', '7500000', '7.50'],
  ])('amounts in %s have its decimals at least: %s micros are %s', (currency, micros, text) => {
    expect(decimal(micros, decimalsOf(currency))).toBe(text);
  });

  it('shows losses with their sign', () => {
    expect(decimal('-1250000')).toBe('-1.25');
  });

  it.each(['', '2,50', '-1', '1e3', '.5', '1.', '1.0000001', '$2'])('refuses %j', (text) => {
    expect(() => microsOf(text, '--cpm')).toThrow('--cpm takes an amount such as 2.50');
  });
});
