import { describe, expect, it } from 'vitest';
import { idsFrom, newSeed, randomFrom } from './seed.ts';

const bytes = (seed: string, ...lengths: readonly number[]) => {
  const random = randomFrom(seed);
  return Buffer.concat(lengths.map((length) => random(new Uint8Array(length)))).toString('hex');
};

describe('The seed of a run', () => {
  it('gives the same bytes, however many are asked for at once', () => {
    expect(bytes('a', 100)).toBe(bytes('a', 1, 31, 0, 33, 35));
    expect(bytes('a', 100)).not.toBe(bytes('b', 100));
  });

  it('gives ids that differ, and is another one for each run', () => {
    const newId = idsFrom(randomFrom('a'));
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
    expect(newSeed()).not.toBe(newSeed());
  });
});
