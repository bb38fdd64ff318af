import { describe, expect, it } from 'vitest';
import { moneyText } from './money.ts';

describe('An amount of money', () => {
  it.each([
    [0, '$0.00'],
    [0.573, '$0.57'],
    [-0.2434, '−$0.24'],
    [12.34, '$12.34'],
    [1.5, '$1.50'],
    [0.01, '$0.01'],
    [0.0088, '$0.0088'],
    [-0.001234, '−$0.00123'],
  ])('%d has two decimals, or the digits that it needs below a cent: %s', (amount, text) => {
    expect(moneyText(amount, 'USD', 'en-GB')).toBe(text);
  });

  it.each([
    ['JPY', 1235, '¥1,235'],
    ['JPY', 0.25, '¥0.25'],
    ['KWD', 0.0123, 'KWD\u00a00.012'],
  ])('in %s it has the decimals of its currency: %d is %s', (currency, amount, text) => {
    expect(moneyText(amount, currency, 'en-GB')).toBe(text);
  });

  it('a mark of an axis has its cents, or none if all marks are whole', () => {
    expect([0, 0.5, 1].map((amount) => moneyText(amount, 'USD', 'en-GB', 'mark'))).toEqual([
      '$0.00',
      '$0.50',
      '$1.00',
    ]);
    expect(moneyText(0.005, 'USD', 'en-GB', 'mark')).toBe('$0.005');
    expect(moneyText(200, 'USD', 'en-GB', 'whole')).toBe('$200');
  });
});
