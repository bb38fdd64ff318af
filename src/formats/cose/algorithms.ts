import type { CborValue } from '../cbor/index.ts';

/** COSE algorithm numbers (RFC 9053 2.1). */
export const ES256 = -7;
export const ES384 = -35;
export const ES512 = -36;

/** HMAC with SHA-256 and the whole tag (RFC 9053 3.1). */
export const HMAC_256_256 = 5;

export interface SignatureAlgorithm {
  readonly hash: string;
  /** As node:crypto names it. RFC 9053 ties no curve to an algorithm; ISO 18013-5 9.1.2.5 does. */
  readonly curve: string;
  /** r || s. */
  readonly signatureBytes: number;
}

const SIGNATURE_ALGORITHMS: ReadonlyMap<CborValue, SignatureAlgorithm> = new Map([
  [ES256, { hash: 'sha256', curve: 'prime256v1', signatureBytes: 64 }],
  [ES384, { hash: 'sha384', curve: 'secp384r1', signatureBytes: 96 }],
  [ES512, { hash: 'sha512', curve: 'secp521r1', signatureBytes: 132 }],
]);

export function signatureAlgorithm(algorithm: CborValue): SignatureAlgorithm | undefined {
  return SIGNATURE_ALGORITHMS.get(algorithm);
}
