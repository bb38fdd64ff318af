import type { KeyObject } from 'node:crypto';
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
  const keys = new Map<string, KeyObject>();
  const signers = new Map<string, string>();
  const publicKey: AuthorityCache['publicKey'] = (certificate) => {
    const name = asText(certificate.spki);
    const key = keys.get(name) ?? certificatePublicKey(certificate);
    keep(keys, name, key, capacity);
    return key;
  };
  const isSignedBy: AuthorityCache['isSignedBy'] = (certificate, signer) => {
    const name = asText(certificate.der);
    const signerKey = asText(signer.spki);
    const isSigned =
      signers.get(name) === signerKey || verifyCertificateSignature(certificate, publicKey(signer));
    if (isSigned) keep(signers, name, signerKey, capacity);
    return isSigned;
  };
  return { publicKey, isSignedBy };
}

const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** A Map iterates in the order of insertion: what is set anew moves to the end, the first is the least recent. */
function keep<V>(entries: Map<string, V>, name: string, value: V, capacity: number): void {
  entries.delete(name);
  entries.set(name, value);
  if (entries.size > capacity) entries.delete(entries.keys().next().value!);
}
