import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counted } from './attempts.ts';
import { addressSubject, userSubject } from './subjects.ts';

const LIMIT = { most: 3, window: 1000 };

describe('attempts', () => {
  it('are counted up to the limit and then refused until the window ends', () => {
    const first = counted(undefined, 's', LIMIT, 0);
    expect(first).toEqual({ subject: 's', failures: 1, windowEndsAt: 1000 });
    const third = counted(counted(first, 's', LIMIT, 10), 's', LIMIT, 999);
    expect(third).toEqual({ subject: 's', failures: 3, windowEndsAt: 1000 });
    expect(counted(third, 's', LIMIT, 999)).toBeUndefined();
    expect(counted(third, 's', LIMIT, 1000)).toEqual({ subject: 's', failures: 1, windowEndsAt: 2000 });
  });

  it('are never more than the limit in any window that begins with the first of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (pauses) => {
        let now = 0;
        let count: ReturnType<typeof counted>;
        const admitted: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const next = counted(count, 's', LIMIT, now);
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

describe('whose attempts are counted', () => {
  it('is not in the clear', () => {
    expect(userSubject('ada@example.com')).not.toContain('ada');
    expect(addressSubject('192.0.2.1')).not.toContain('192');
    expect(userSubject('x')).not.toBe(addressSubject('x').replace('address', 'user'));
  });

  it('is the network of an IPv6 address, and an IPv4 address by itself', () => {
    const same = [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::',
      '2001:0db8:0001:0002:0:0:0:9',
      '2001:DB8:1:2::1%eth0',
    ];
    expect(new Set(same.map(addressSubject)).size).toBe(1);
    const different = ['2001:db8:1:3::1', '::1', '192.0.2.1', '192.0.2.2', '2001:db8:1:2::1'];
    expect(new Set(different.map(addressSubject)).size).toBe(different.length);
    expect(addressSubject('::ffff:192.0.2.1')).toBe(addressSubject('192.0.2.1'));
  });
});
