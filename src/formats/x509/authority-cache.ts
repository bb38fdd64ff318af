import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Certificate } from './certificate.ts';
import { certificatePublicKey, verifyCertificateSignature } from './verify.ts';

/**
 * Keys of authorities and the signatures between them, so that a chain costs little more than the signatures that are
 * new. Both follow from the bytes alone: dates, revocation and trust are for the caller to check every time.
 */
export interface AuthorityCache {
  /** As {@link certificatePublicKey}. */
  readonly publicKey: (certificate: Pick<Certificate, 'spki'>) => KeyObject;
  /** Whether the key of `signer` signed `certificate`; only a yes is remembered, for these very bytes of both. */
  readonly isSignedBy: (certificate: Certificate, signer: Certificate) => boolean;
}

/** Keeps the `capacity` keys and as many certificates, those used last. */
export function createAuthorityCache(capacity = 256): AuthorityCache {
  const keys = new LRUCache<string, KeyObject>({ max: capacity });
  const signers = new LRUCache<string, string>({ max: capacity });
  const publicKey: AuthorityCache['publicKey'] = (certificate) => {
    const name = asText(certificate.spki);
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = certificatePublicKey(certificate);
    keys.set(name, key);
    return key;
  };
  const isSignedBy: AuthorityCache['isSignedBy'] = (certificate, signer) => {
    const name = asText(certificate.der);
    const signerKey = asText(signer.spki);
    if (signers.get(name) === signerKey) return true;
    const isSigned = verifyCertificateSignature(certificate, publicKey(signer));
    if (isSigned) signers.set(name, signerKey);
    return isSigned;
  };
  return { publicKey, isSignedBy };
}

const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
