import { expect, it } from 'vitest';
import { newestOf } from './newest-of.ts';

it('entries of two lists are in one order, the newest first, and each once', () => {
  const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));
  expect(newestOf([rows('5', '3', '1'), rows('4', '3', '2')], 4)).toEqual(rows('5', '4', '3', '2'));
});
