import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toHex } from '../conventions/bytes.ts';
import { lineDigest } from './line.ts';
import { saltedDigest, sha256Bytes } from './node-crypto.ts';
import type { SealedEntry } from './ports/seals.ts';

const line: SealedEntry = {
  changeId: '00000000000001-000000-00',
  subject: 'proofing',
  subjectId: 'p-1',
  event: 'reject',
  actor: { kind: 'operator', requestId: 'r-1', operatorId: 'user-1' },
  at: 1,
};
const digestOf = async (one: SealedEntry) => toHex(await lineDigest(one, sha256Bytes));
const noteSalt = new Uint8Array(16).fill(7);
const noted = { ...line, note: 'called back', noteSalt };

describe('The digest of a line of the audit log', () => {
  it('an entry without a note is hashed over its canonical JSON alone, as in versions without notes', async () => {
    const json =
      '{"actor":{"kind":"operator","operatorId":"user-1","requestId":"r-1"},"at":1,' +
      '"changeId":"00000000000001-000000-00","event":"reject","subject":"proofing","subjectId":"p-1"}';
    expect(await digestOf(line)).toBe(hash('sha256', json));
  });

  it('the digest differs with a note, and with a different note', async () => {
    const lines = [line, noted, { ...noted, note: 'called  back' }];
    const digests = await Promise.all(lines.map(digestOf));
    expect(new Set(digests).size).toBe(3);
  });

  it('the digest stays the same when the note is erased', async () => {
    const erased = { ...line, noteDigest: saltedDigest(noteSalt, noted.note) };
    expect(await digestOf(erased)).toBe(await digestOf(noted));
  });
});
