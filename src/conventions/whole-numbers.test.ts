import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addWholeNumbers, parseWholeNumber } from './whole-numbers.ts';

const integer = fc.oneof(fc.maxSafeNat().map(BigInt), fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 64n }));

describe('Whole numbers', () => {
  it('are read and added up exactly, and are numbers as long as those are exact', () => {
    fc.assert(
      fc.property(integer, integer, (one, other) => {
        const sum = addWholeNumbers(parseWholeNumber(String(one)), parseWholeNumber(String(other)));
        expect(BigInt(sum)).toBe(one + other);
        expect(typeof sum).toBe(one + other <= BigInt(Number.MAX_SAFE_INTEGER) ? 'number' : 'bigint');
      }),
    );
  });
});
