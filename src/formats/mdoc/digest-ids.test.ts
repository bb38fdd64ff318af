import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/support/formats/test-issuer.ts';
import { digestIdRange, permutation, permutationBytes } from './digest-ids.ts';

const noRefill = () => expect.unreachable('no more random bytes are needed');

/** The three random bytes of a draw. */
const drawBytes = (draws: readonly number[]): Uint8Array =>
  Uint8Array.from(draws.flatMap((draw) => [draw >> 16, (draw >> 8) & 0xff, draw & 0xff]));

/** All sequences of draws: one of 2, one of 3, … one of `count`. */
const allDraws = (count: number): readonly (readonly number[])[] =>
  Array.from({ length: count - 1 }, (_, index) => index + 2).reduce<number[][]>(
    (draws, choices) =>
      draws.flatMap((draw) => Array.from({ length: choices }, (_, choice) => [...draw, choice])),
    [[]],
  );

describe('The digest ids of a namespace', () => {
  it('all digest ids have heads of the same size', () => {
    expect(digestIdRange(1)).toEqual({ first: 24, count: 1, size: 1 });
    expect(digestIdRange(232)).toEqual({ first: 24, count: 232, size: 1 });
    expect(digestIdRange(233)).toEqual({ first: 256, count: 233, size: 2 });
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'every permutation of %i digest ids results from exactly one sequence of draws',
    (count) => {
      const orders = allDraws(count).map((draws) => permutation(count, drawBytes(draws), 0, noRefill).join());
      const factorial = Array.from({ length: count }, (_, index) => index + 1).reduce((a, b) => a * b);
      expect(orders).toHaveLength(factorial);
      expect(new Set(orders).size).toBe(factorial);
    },
  );

  it('a random number that would favour small digest ids is drawn again', () => {
    let refills = 0;
    const refill = (target: Uint8Array) => {
      refills++;
      target.set([0xff, 0xff, refills < 3 ? 0xff : 0xfe]);
    };
    // 2^24 = 3 × 5592405 + 1, so for a choice of three only the highest draw must be discarded.
    const order = permutation(3, drawBytes([0, 0xffffff]), 0, refill);
    expect(refills).toBe(3);
    expect(order).toEqual(permutation(3, drawBytes([0, 0xfffffe]), 0, noRefill));
  });

  it('digest ids are a permutation, whatever the random bytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2048 }), fc.string(), (count, seed) => {
        const bytes = new Uint8Array(permutationBytes(count));
        const random = seededRandom(seed);
        random(bytes);
        const order = permutation(count, bytes, 0, random);
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
      }),
      { numRuns: 50 },
    );
  });
});
