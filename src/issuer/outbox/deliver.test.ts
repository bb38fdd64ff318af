import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../test/support/runs.ts';
import { HOUR } from '../../conventions/time.ts';
import { backOff } from './deliver.ts';

const all = (byte: number) => (target: Uint8Array) => target.fill(byte);

describe('Waiting between attempts to deliver (backOff)', () => {
  it('the wait before the first retry is two to four seconds, and doubles up to an hour', () => {
    const longest = Array.from({ length: 14 }, (_, index) => backOff(index + 1, all(255)));
    expect(longest.slice(0, 4)).toEqual([4000, 8000, 16_000, 32_000]);
    expect(longest.slice(-4)).toEqual([HOUR, HOUR, HOUR, HOUR]);
    expect(backOff(1, all(0))).toBe(2000);
  });

  it('the wait is random between half of the longest wait and the longest wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 255 }),
        (attempts, byte) => {
          const longest = backOff(attempts, all(255));
          expect(longest).toBeLessThanOrEqual(HOUR);
          expect(backOff(attempts, all(byte))).toBeLessThanOrEqual(longest);
          expect(backOff(attempts, all(byte))).toBeGreaterThanOrEqual(Math.floor(longest / 2));
        },
      ),
      property(500),
    );
  });
});
