import { hash, verify } from 'node:crypto';
import { canonicalJson } from '../conventions/canonical-json.ts';
import { publicKeyFromPoint } from '../formats/ec/index.ts';
import { saltedBytes } from './line.ts';
import type { SealCrypto } from './ports/crypto.ts';
import type { SealedEntry } from './ports/seals.ts';
import type { SealStatement } from './statement.ts';

/** 32 bytes. */
export const sha256Bytes = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

function isSigned(point: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    const options = { key: publicKeyFromPoint(point), dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', bytes, options, signature);
  } catch {
    return false;
  }
}

export const nodeCrypto: SealCrypto = {
  sha256: sha256Bytes,
  isSigned,
};

/** In hex. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** Whether the key signed the text. */
export const isSignedBy = (
  { key }: Pick<SealStatement, 'key'>,
  text: string,
  signature: Uint8Array,
): boolean => isSigned(Buffer.from(key, 'hex'), Buffer.from(text, 'utf8'), signature);

/** The digest of the point of a key, by which people identify the key. */
export const keyDigest = ({ key }: Pick<SealStatement, 'key'>): string => sha256(Buffer.from(key, 'hex'));

/** The digest of an erasable text. With the salt the text can be checked; without it, the digest reveals nothing. */
export const saltedDigest = (salt: Uint8Array, text: string): Buffer => sha256Bytes(saltedBytes(salt, text));

/** Of the canonical JSON. Has no salt: details contain no personal data, so they are never erased. */
export const detailsDigest = (canonical: string): Buffer => hash('sha256', canonical, 'buffer');

const NO_SALT = new Uint8Array();

/** The line with digests in place of its note and message, which can name people. The digest of the line stays the same. */
export function withoutTexts({ note, noteSalt, message, messageSalt, ...line }: SealedEntry): SealedEntry {
  return {
    ...line,
    ...(note !== undefined && { noteDigest: saltedDigest(noteSalt ?? NO_SALT, note) }),
    ...(message && { messageDigest: saltedDigest(messageSalt ?? NO_SALT, canonicalJson(message)) }),
  };
}
