import { describe, expect, it } from 'vitest';
import { ArchiveError, openKeys, sealKeys } from './archive.ts';

const SLOW = 120_000;
const PASSPHRASE = 'vier Wörter, eines geheim';
const archive = {
  database: 'ab'.repeat(32),
  files: [
    { path: '0A.pem', bytes: Buffer.from('private') },
    { path: 'oauth/000001.json', bytes: Buffer.from([0, 255, 128]) },
  ],
};
const sealed = sealKeys(archive, PASSPHRASE);

const changed = async (offset: number) => {
  const bytes = Buffer.from(await sealed);
  const at = offset < 0 ? bytes.length + offset : offset;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
};

describe('An archive of keys', { timeout: SLOW }, () => {
  it('begins with its magic, is never the same twice, and shows nothing of what is in it', async () => {
    const [first, second] = [Buffer.from(await sealed), Buffer.from(await sealKeys(archive, PASSPHRASE))];
    expect(first.subarray(0, 15).toString()).toBe('diptych keys 1\n');
    expect(first.subarray(15, 59)).not.toEqual(second.subarray(15, 59));
    for (const word of ['private', 'pem', 'oauth', 'abab']) expect(first.includes(word)).toBe(false);
  });

  it('is opened with its passphrase, however its letters are composed', async () => {
    expect(await openKeys(await sealed, PASSPHRASE.normalize('NFD'))).toEqual(archive);
  });

  it('is not opened with another one', async () => {
    await expect(openKeys(await sealed, `${PASSPHRASE} `)).rejects.toThrow(/the passphrase is wrong/);
  });

  it.each([
    ['magic', 3],
    ['salt', 15],
    ['nonce', 47],
    ['ciphertext', 59],
    ['tag', -1],
  ])('is not opened when a bit of its %s was changed', async (_, offset) => {
    await expect(openKeys(await changed(offset), PASSPHRASE)).rejects.toThrow(ArchiveError);
  });

  it.each([0, 14, 74])('is not opened when only %i bytes of it are there', async (length) => {
    await expect(openKeys((await sealed).subarray(0, length), PASSPHRASE)).rejects.toThrow(ArchiveError);
  });

  it.each(['../escape.pem', '/etc/passwd', 'a/../../b'])(
    'puts no file outside of the folder (%j)',
    async (path) => {
      const other = await sealKeys({ files: [{ path, bytes: Buffer.from('x') }] }, PASSPHRASE);
      await expect(openKeys(other, PASSPHRASE)).rejects.toThrow(ArchiveError);
    },
  );
});
