import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDecimals } from './decimal.ts';

it('compareDecimals orders integers of any size as BigInt does', () => {
  const integer = fc.bigInt({ min: 0n, max: 2n ** 70n });
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      const order = compareDecimals(String(a), String(b));
      expect(Math.sign(order)).toBe(a < b ? -1 : Number(a > b));
    }),
  );
});
