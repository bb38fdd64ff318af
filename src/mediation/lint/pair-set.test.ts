import { expect, it } from 'vitest';
import { PairSet } from './pair-set.ts';

it('a pair is new once, in either order, and no other pair is taken for it', () => {
  const pairs = new PairSet(7);
  const all = Array.from({ length: 49 }, (_, index) => [Math.floor(index / 7), index % 7] as const);
  const isNew = (one: number, other: number) => pairs.add(one, other);
  expect(all.filter(([one, other]) => one <= other && isNew(one, other))).toHaveLength(28);
  expect(all.filter(([one, other]) => isNew(one, other))).toEqual([]);
});
