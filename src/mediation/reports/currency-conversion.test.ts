import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dividedHalfEven, MONEY_SCALE, Rates, roundedMicros } from './currency-conversion.ts';

const day = '2026-03-09';
const rates = new Rates(
  [
    { date: '2026-03-06', currency: 'USD', rate: '1.25' },
    { date: '2026-03-09', currency: 'GBP', rate: '0.8' },
    { date: '2026-03-01', currency: 'JPY', rate: '160' },
  ],
  'EUR',
);
const inMicros = (amount: bigint | undefined) =>
  amount === undefined ? undefined : dividedHalfEven(amount, MONEY_SCALE);

describe('Rounding half to even', () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [8n, 3n, 3n],
    [-8n, 3n, -3n],
    [6n, 3n, 2n],
  ])('%d / %d is rounded to %d', (amount, divisor, expected) => {
    expect(dividedHalfEven(amount, divisor)).toBe(expected);
  });

  it('the rounded quotient differs by at most a half, and a tie gives an even number', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 6n }), (amount, divisor) => {
        const rounded = dividedHalfEven(amount, divisor);
        const twice = 2n * (amount - rounded * divisor);
        expect(twice <= divisor && -twice <= divisor).toBe(true);
        if (twice === divisor || -twice === divisor) expect(rounded % 2n).toBe(0n);
      }),
    );
  });
});

describe('Rates of a day', () => {
  it('converting to the same currency needs no rate', () => {
    expect(inMicros(rates.converted(7n, { from: 'CHF', to: 'CHF', day }))).toBe(7n);
  });

  it('two currencies are converted by their rates against the base', () => {
    expect(inMicros(rates.converted(1_000_000n, { from: 'USD', to: 'EUR', day }))).toBe(800_000n);
    expect(inMicros(rates.converted(1_000_000n, { from: 'EUR', to: 'GBP', day }))).toBe(800_000n);
    expect(inMicros(rates.converted(1_000_000n, { from: 'USD', to: 'GBP', day }))).toBe(640_000n);
  });

  it('an amount is converted by the latest rate of its day or the 7 days before', () => {
    const on = (date: string) => inMicros(rates.converted(5n, { from: 'USD', to: 'EUR', day: date }));
    expect([on('2026-03-05'), on('2026-03-06'), on('2026-03-13'), on('2026-03-14')]).toEqual([
      undefined,
      4n,
      4n,
      undefined,
    ]);
  });

  it('an unknown currency is not converted', () => {
    expect(rates.converted(5n, { from: 'USD', to: 'CHF', day })).toBeUndefined();
  });

  it.each(['0', '-1', '1,5', '1e3', '', '0.0000000000001'])('a rate of "%s" is refused', (rate) => {
    expect(() => new Rates([{ date: day, currency: 'USD', rate }], 'EUR')).toThrow(RangeError);
  });
});

describe('Micros', () => {
  it('micros that are multiplied and divided are rounded half to even, as numbers and as integers of any size', () => {
    const count = fc.nat(1000);
    const micros = fc.oneof(fc.nat(5000), fc.maxSafeNat());
    fc.assert(
      fc.property(micros, fc.constantFrom(1, 1000), count, (amount, factor, less) => {
        const divisor = less + 1;
        const expected = dividedHalfEven(BigInt(amount) * BigInt(factor), BigInt(divisor));
        expect(BigInt(roundedMicros(amount, factor, divisor))).toBe(expected);
        expect(BigInt(roundedMicros(amount, factor, BigInt(divisor)))).toBe(expected);
        expect(roundedMicros(BigInt(amount) * MONEY_SCALE, factor, divisor)).toBe(expected);
      }),
    );
  });
});
