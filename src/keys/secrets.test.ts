import { hash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { codeDigest, makeCodeKey, textCipher } from './secrets.ts';

const folder = () => temporaryFolder('code');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('The digest of a code', () => {
  it('the digest of a code is the same in every process on a folder, and differs in another folder', () => {
    const [one, other] = [folder(), folder()];
    for (const path of [one, other, one]) makeCodeKey(path);
    const digest = hex(codeDigest(one)('code'));
    expect(hex(codeDigest(one)('code'))).toBe(digest);
    expect(hex(codeDigest(one)('Code'))).not.toBe(digest);
    expect(hex(codeDigest(other)('code'))).not.toBe(digest);
    expect(digest).not.toBe(hash('sha256', 'code'));
  });

  it('the digest of a code is HMAC-SHA-256: RFC 4231 4.7, test case 6', () => {
    // RFC 2104 2: a key longer than a block is replaced by its hash, which has 32 bytes like our keys.
    const path = folder();
    const key = hash('sha256', Buffer.alloc(131, 0xaa), 'buffer');
    writeFileSync(join(path, 'code.key'), `${key.toString('base64url')}\n`, { mode: 0o600 });
    expect(hex(codeDigest(path)('Test Using Larger Than Block-Size Key - Hash Key First'))).toBe(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });

  it('the secret of the digest is readable by its owner only, and a damaged one is refused', () => {
    const path = folder();
    makeCodeKey(path);
    expect(statSync(join(path, 'code.key')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(join(path, 'code.key'), 'utf8'), 'base64url')).toHaveLength(32);
    writeFileSync(join(path, 'code.key'), 'short\n');
    expect(() => codeDigest(path)('code')).toThrow(/restore it from a backup/);
  });
});

/** Other texts that decode to the same bytes. */
const spellings = (text: string) => [
  `${text}=`,
  `${text} `,
  `${text}.`,
  `${text.slice(0, 4)}\n${text.slice(4)}`,
];

describe('A text that was encrypted', () => {
  it('is decrypted in the one spelling that it was given out in', () => {
    const cipher = textCipher(Buffer.alloc(32, 7));
    for (const text of ['', 'a', 'ab', 'abc', 'abcd']) {
      const sealed = cipher.encrypt(text);
      expect(cipher.decrypt(sealed)).toBe(text);
      const [last = ''] = sealed.slice(-1);
      const next = String.fromCharCode(last.charCodeAt(0) + 1);
      for (const other of [...spellings(sealed), sealed.slice(0, -1) + next, `${sealed}A`, sealed.slice(1)])
        expect(cipher.decrypt(other), other).toBeUndefined();
    }
  });
});
