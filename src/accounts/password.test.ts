import { randomFillSync, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parsePassword, passwordHasher } from './password.ts';

const random = (target: Uint8Array) => randomFillSync(target);
/** The lowest cost, so that the tests are fast. */
const CHEAP = { ln: 4, r: 8, p: 1 };

const hasher = passwordHasher(random, CHEAP);

describe('Passwords of users', () => {
  it('a password is stored as a scrypt hash with salt and cost', async () => {
    const stored = await hasher.hash('correct horse battery');
    expect(stored).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    const { salt, hash } = parsePassword(stored);
    expect(Buffer.from(hash)).toEqual(scryptSync('correct horse battery', salt, 32, { N: 16, r: 8, p: 1 }));
    expect(await hasher.hash('correct horse battery')).not.toBe(stored);
  });

  it('the right password verifies and a wrong one does not', async () => {
    const stored = await hasher.hash('correct horse battery');
    expect(await hasher.verify('correct horse battery', stored)).toBe('right');
    expect(await hasher.verify('correct horse batterY', stored)).toBe('wrong');
    expect(await hasher.verify('', stored)).toBe('wrong');
  });

  it('a password verifies in any Unicode composition and width of its characters', async () => {
    const stored = await hasher.hash('Zu\u0308rich\u212B');
    expect(await hasher.verify('Z\u00fcrich\u00c5', stored)).toBe('right');
  });

  it('a password hashed at another cost verifies, and its hash is reported as outdated', async () => {
    const stored = await passwordHasher(random, { ln: 5, r: 8, p: 1 }).hash('correct horse battery');
    expect(await hasher.verify('correct horse battery', stored)).toBe('outdated');
    expect(await hasher.verify('wrong', stored)).toBe('wrong');
  });

  it('a damaged hash is an error, not a wrong password', async () => {
    await expect(hasher.verify('x', '$scrypt$ln=4$x')).rejects.toThrow(/not readable/);
  });

  it('hashing a password takes 32 MiB of memory by default', async () => {
    const stored = await passwordHasher(random).hash('correct horse battery');
    const { ln, r } = parsePassword(stored).cost;
    expect(128 * r * 2 ** ln).toBe(32 * 1024 * 1024);
  });
});

describe('Concurrent password hashes', () => {
  it('two hashes run at the same time and 64 wait; one more is refused', async () => {
    const hashes = Array.from({ length: 67 }, () => hasher.verifyNothing('password'));
    const refused = (await Promise.allSettled(hashes)).filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ reason: 'SIGN_INS_QUEUED' }) },
    ]);
    await expect(hasher.verifyNothing('password')).resolves.toBeUndefined();
  });
});
