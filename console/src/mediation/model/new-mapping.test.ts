import { describe, expect, it } from 'vitest';
import { NEW, usualMapping } from './new-mapping.ts';

describe('The mapping of a new line if a person chooses none', () => {
  it.each([
    ['the only one that fits', ['a'], [], 'a'],
    ['the only one that no other line has', ['a', 'b'], ['b', undefined], 'a'],
    ['nothing if several are free', ['a', 'b', 'c'], ['c'], ''],
    ['a new one if other lines have all of them', ['a'], ['a'], NEW],
    ['a new one if none fits', [], [], NEW],
  ])('%s', (_, fitting, taken, expected) => {
    expect(usualMapping(fitting, taken)).toBe(expected);
  });
});
