import { expect, it } from 'vitest';
import { move } from './move.ts';

it('the keys move along the rows and stop at the ends', () => {
  const ids = ['a', 'b', 'c'];
  expect(move(ids, undefined, 1)).toBe('a');
  expect(move(ids, undefined, -1)).toBe('c');
  expect(move(ids, 'a', 1)).toBe('b');
  expect(move(ids, 'c', 1)).toBe('c');
  expect(move(ids, 'a', -1)).toBe('a');
  expect(move([], undefined, 1)).toBeUndefined();
});
