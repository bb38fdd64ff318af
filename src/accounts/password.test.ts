import { randomFillSync, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parsePassword, passwordHasher } from './password.ts';

const random = (target: Uint8Array) => randomFillSync(target);
/** The least cost, so that the tests are quick; the kind of hash is the same. */
const CHEAP = { ln: 4, r: 8, p: 1 };

const hasher = passwordHasher(random, CHEAP);

describe('a password', () => {
  it('is kept as scrypt with salt and cost', async () => {
    const stored = await hasher.hash('correct horse battery');
    expect(stored).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    const { salt, hash } = parsePassword(stored);
    expect(Buffer.from(hash)).toEqual(scryptSync('correct horse battery', salt, 32, { N: 16, r: 8, p: 1 }));
    expect(await hasher.hash('correct horse battery')).not.toBe(stored);
  });

  it('verifies the right password and refuses a wrong one', async () => {
    const stored = await hasher.hash('correct horse battery');
    expect(await hasher.verify('correct horse battery', stored)).toBe('right');
    expect(await hasher.verify('correct horse batterY', stored)).toBe('wrong');
    expect(await hasher.verify('', stored)).toBe('wrong');
  });

  it('verifies a password in any Unicode composition and width of its characters', async () => {
    const stored = await hasher.hash('Zu\u0308rich\u212B');
    expect(await hasher.verify('Z\u00fcrich\u00c5', stored)).toBe('right');
  });

  it('accepts a password hashed at another cost, and reports the hash as outdated', async () => {
    const stored = await passwordHasher(random, { ln: 5, r: 8, p: 1 }).hash('correct horse battery');
    expect(await hasher.verify('correct horse battery', stored)).toBe('outdated');
    expect(await hasher.verify('wrong', stored)).toBe('wrong');
  });

  it('row that was damaged is an error, not a wrong password', async () => {
    await expect(hasher.verify('x', '$scrypt$ln=4$x')).rejects.toThrow(/not readable/);
  });

  it('costs memory by default: 32 MiB', async () => {
    const stored = await passwordHasher(random).hash('correct horse battery');
    const { ln, r } = parsePassword(stored).cost;
    expect(128 * r * 2 ** ln).toBe(32 * 1024 * 1024);
  });
});

describe('Hashes at the same time', () => {
  it('wait in turn, and the one beyond two that run and 64 that wait is refused', async () => {
    const hashes = Array.from({ length: 67 }, () => hasher.verifyNothing('password'));
    const refused = (await Promise.allSettled(hashes)).filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ reason: 'SIGN_INS_QUEUED' }) },
    ]);
    await expect(hasher.verifyNothing('password')).resolves.toBeUndefined();
  });
});
