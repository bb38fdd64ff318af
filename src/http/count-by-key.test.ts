import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countByKey } from './count-by-key.ts';

const LENGTH = 60_000;

function stage(most: number) {
  const state = { now: 0 };
  return { state, count: countByKey(most, LENGTH, () => state.now) };
}

describe('Counting requests by key', () => {
  it('a key may be counted as often as the limit says until a minute after its first request', () => {
    const { state, count } = stage(2);
    state.now = 50_000;
    expect([count('a'), count('a'), count('a'), count('b')]).toEqual([0, 0, LENGTH, 0]);
    state.now += 59_999;
    expect(count('a')).toBe(1);
    state.now += 1;
    expect([count('a'), count('a'), count('a')]).toEqual([0, 0, LENGTH]);
  });

  it('at any times, a key is counted like one with a window of its own', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 2 * LENGTH }), key: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), (steps, most) => {
        const { state, count } = stage(most);
        const windows = new Map<string, { endsAt: number; count: number }>();
        for (const { wait, key } of steps) {
          state.now += wait;
          let window = windows.get(key);
          if (!window || state.now >= window.endsAt) window = { endsAt: state.now + LENGTH, count: 0 };
          windows.set(key, window);
          window.count += 1;
          expect(count(key)).toBe(window.count > most ? window.endsAt - state.now : 0);
        }
      }),
    );
  });
});
