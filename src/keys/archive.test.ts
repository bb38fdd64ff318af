import { createDecipheriv, scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ArchiveError,
  type KeyArchive,
  openKeys,
  readKeyFolder,
  sealKeys,
  writeKeyFolder,
} from './archive.ts';

const PASSPHRASE = 'vier Wörter, eines geheim';
const archive = {
  database: 'ab'.repeat(32),
  files: [
    { path: '0A.pem', bytes: Buffer.from('private') },
    { path: 'oauth/000001.json', bytes: Buffer.from([0, 255, 128]) },
  ],
};
/** The lowest cost. Only one test checks what a guess costs. */
const CHEAP = { N: 2, r: 1, p: 1 };
const seal = (keys: KeyArchive) => sealKeys(keys, PASSPHRASE, CHEAP);
const open = (bytes: Uint8Array, passphrase = PASSPHRASE) => openKeys(bytes, passphrase, CHEAP);
const sealed = seal(archive);

const changed = async (offset: number) => {
  const bytes = Buffer.from(await sealed);
  const at = offset < 0 ? bytes.length + offset : offset;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
};

describe('An encrypted archive of keys', () => {
  it('an archive begins with its magic bytes, differs each time, and reveals no content', async () => {
    const [first, second] = [Buffer.from(await sealed), Buffer.from(await seal(archive))];
    expect(first.subarray(0, 15).toString()).toBe('diptych keys 1\n');
    expect(first.subarray(15, 59)).not.toEqual(second.subarray(15, 59));
    for (const word of ['private', 'pem', 'oauth', 'abab']) expect(first.includes(word)).toBe(false);
  });

  it('an archive is opened with its passphrase, in any Unicode composition', async () => {
    expect(await open(await sealed, PASSPHRASE.normalize('NFD'))).toEqual(archive);
  });

  it('an archive is not opened with a wrong passphrase', async () => {
    await expect(open(await sealed, `${PASSPHRASE} `)).rejects.toThrow(/the passphrase is wrong/);
  });

  it.each([
    ['magic', 3],
    ['salt', 15],
    ['nonce', 47],
    ['ciphertext', 59],
    ['tag', -1],
  ])('an archive is not opened if a bit of its %s was changed', async (_, offset) => {
    await expect(open(await changed(offset))).rejects.toThrow(ArchiveError);
  });

  it.each([0, 14, 74])('an archive is not opened if it is truncated to %i bytes', async (length) => {
    await expect(open((await sealed).subarray(0, length))).rejects.toThrow(ArchiveError);
  });

  it.each(['../escape.pem', '/etc/passwd', 'a/../../b'])(
    'an archive extracts no file outside of the folder (%j)',
    async (path) => {
      const other = await seal({ files: [{ path, bytes: Buffer.from('x') }] });
      await expect(open(other)).rejects.toThrow(ArchiveError);
    },
  );

  it('each guess of a passphrase costs scrypt with N = 2^17, r = 8, p = 2', async () => {
    const bytes = Buffer.from(await sealKeys(archive, PASSPHRASE));
    const [salt, nonce, header] = [bytes.subarray(15, 47), bytes.subarray(47, 59), bytes.subarray(0, 59)];
    const key = scryptSync(PASSPHRASE, salt, 32, { N: 2 ** 17, r: 8, p: 2, maxmem: 2 ** 28 });
    const cipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(header).setAuthTag(bytes.subarray(-16));
    const content = Buffer.concat([cipher.update(bytes.subarray(59, -16)), cipher.final()]);
    expect(JSON.parse(content.toString()).files).toHaveLength(2);
  });
});

it('A restored key folder is read again, which requires that only its owner can open its files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-archive-'));
  writeKeyFolder(join(folder, 'keys'), archive.files);
  expect(readKeyFolder(join(folder, 'keys'))).toEqual(archive.files);
  rmSync(folder, { recursive: true });
});
