import { describe, expect, it } from 'vitest';
import { newId } from './names.ts';

/** Gives the bytes one after the other, again and again. */
function repeating(...bytes: readonly number[]) {
  let next = 0;
  return (target: Uint8Array) => {
    for (let index = 0; index < target.length; index += 1) {
      target[index] = bytes[next % bytes.length] as number;
      next += 1;
    }
    return target;
  };
}

describe('ids', () => {
  it.each([
    ['group', 10],
    ['line', 16],
    ['experiment', 10],
    ['mapping', 10],
    ['app', 10],
    ['adUnit', 10],
    ['publisher', 16],
  ] as const)('of a %s have %i digits, leading zeros included', (kind, length) => {
    expect(newId(repeating(0), kind)).toBe('0'.repeat(length));
  });

  it('pass over the bytes that would favour some digits', () => {
    expect(newId(repeating(250, 255, 7), 'group')).toBe('7'.repeat(10));
  });

  it('draws every digit equally often', () => {
    const counts = new Map<string, number>();
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const random = repeating(...bytes);
    for (let count = 0; count < 25; count += 1) {
      for (const digit of newId(random, 'group')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(new Set(counts.values())).toEqual(new Set([25]));
  });
});
