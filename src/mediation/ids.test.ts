import { describe, expect, it } from 'vitest';
import { newId } from './names.ts';

/** Returns the bytes one after the other, again and again. */
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

describe('Random ids of the mediation panel', () => {
  it.each([
    ['group', 10],
    ['line', 16],
    ['experiment', 10],
    ['mapping', 10],
    ['app', 10],
    ['adUnit', 10],
    ['publisher', 16],
  ] as const)('the id of a %s has %i digits, including leading zeros', (kind, length) => {
    expect(newId(repeating(0), kind)).toBe('0'.repeat(length));
  });

  it('random bytes that would favour some digits are skipped', () => {
    expect(newId(repeating(250, 255, 7), 'group')).toBe('7'.repeat(10));
  });

  it('every digit of an id is equally frequent', () => {
    const counts = new Map<string, number>();
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const random = repeating(...bytes);
    for (let count = 0; count < 25; count += 1) {
      for (const digit of newId(random, 'group')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(new Set(counts.values())).toEqual(new Set([25]));
  });
});
