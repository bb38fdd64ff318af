import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { indexPermutation } from './index-permutation.ts';

const key = randomBytes(32);

describe('The order of indexes in a status list', () => {
  it.each([16, 1000, 2 ** 13, 2 ** 14])('each of %i indexes is given once', (entries) => {
    const index = indexPermutation(key, entries);
    const seen = new Uint8Array(entries);
    for (let counter = 0; counter < entries; counter++) seen[index(counter)]! += 1;
    expect(seen.every((count) => count === 1)).toBe(true);
  });

  it('depends on the key', () => {
    const order = (secret: Uint8Array) =>
      Array.from({ length: 100 }, (_, at) => indexPermutation(secret, 2 ** 20)(at));
    expect(order(key)).toEqual(order(key));
    expect(order(key)).not.toEqual(order(randomBytes(32)));
  });

  it('consecutive counters have no common difference', () => {
    const index = indexPermutation(key, 2 ** 20);
    const differences = Array.from({ length: 200 }, (_, at) => index(at + 1) - index(at));
    expect(new Set(differences).size).toBeGreaterThan(190);
  });
});
