import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFailure } from './attempt-limit.ts';

const LIMIT = { most: 3, window: 1000 };

describe('Counting of attempts', () => {
  it('attempts are counted up to the limit and then refused until the window ends', () => {
    const first = countFailure(undefined, 's', LIMIT, 0);
    expect(first).toEqual({ subject: 's', failures: 1, windowEndsAt: 1000 });
    const third = countFailure(countFailure(first, 's', LIMIT, 10), 's', LIMIT, 999);
    expect(third).toEqual({ subject: 's', failures: 3, windowEndsAt: 1000 });
    expect(countFailure(third, 's', LIMIT, 999)).toBeUndefined();
    expect(countFailure(third, 's', LIMIT, 1000)).toEqual({ subject: 's', failures: 1, windowEndsAt: 2000 });
  });

  it('no window has more attempts than the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (pauses) => {
        let now = 0;
        let count: ReturnType<typeof countFailure>;
        const admitted: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const next = countFailure(count, 's', LIMIT, now);
          if (next === undefined) continue;
          if (next.failures === 1) admitted.length = 0;
          admitted.push(now);
          count = next;
          expect(admitted.length).toBeLessThanOrEqual(LIMIT.most);
        }
      }),
    );
  });
});
