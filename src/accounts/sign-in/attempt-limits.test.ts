import { describe, expect, it } from 'vitest';
import { addressSubject, userSubject } from './attempt-limits.ts';

describe('The key under which attempts to sign in are counted', () => {
  it('attempts are not counted under the plain email or address', () => {
    expect(userSubject('ada@example.com')).not.toContain('ada');
    expect(addressSubject('192.0.2.1')).not.toContain('192');
    expect(userSubject('x')).not.toBe(addressSubject('x').replace('address', 'user'));
  });

  it('attempts are counted for the network of an IPv6 address, and for a single IPv4 address', () => {
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
