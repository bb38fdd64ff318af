import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PairNumbers } from './pair-numbers.ts';

it('pairs are numbered from 0 in the order in which they come, however many there are', () => {
  // 4096 pairs, in an order that looks random, each of them twice.
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4095 }), (odd) => {
      const pairs = new PairNumbers();
      const step = odd | 1;
      const order = Array.from({ length: 4096 }, (_, index) => (index * step) % 4096);
      for (const _ of pairs.makeRoom(order.length));
      const number = () => order.map((pair) => pairs.numberOf(pair >> 6, pair & 63));
      const first = number();
      expect(first).toEqual([...order.keys()]);
      expect(number()).toEqual(first);
      expect(first.map((each) => pairs.left(each) * 64 + pairs.right(each))).toEqual(order);
      expect(pairs.size).toBe(order.length);
    }),
    { numRuns: 3 },
  );
});

it('numbers of pairs stay as they are when room is made for more', () => {
  const pairs = new PairNumbers();
  const numbers = Array.from({ length: 5000 }, (_, index) => {
    for (const _step of pairs.makeRoom(1));
    return pairs.numberOf(index % 70, index);
  });
  expect(numbers.map((_, index) => pairs.numberOf(index % 70, index))).toEqual(numbers);
});
