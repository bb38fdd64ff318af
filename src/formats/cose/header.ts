import { type CborValue, type DecodeOptions, decode } from '../cbor/index.ts';
import { CoseError } from '../errors.ts';

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

/** One bucket of header parameters, by label (RFC 9052 3). */
export type Header = ReadonlyMap<CborValue, CborValue>;

/** Labels of RFC 9052 3.1. */
export const LABEL = { algorithm: 1, critical: 2 } as const;

const EMPTY: Header = new Map();

/** The map inside the protected byte string; an empty byte string is an empty map. */
export function decodeProtectedHeader(bytes: Uint8Array, options?: DecodeOptions): Header {
  return bytes.length === 0 ? EMPTY : requireHeader(decode(bytes, options));
}

/** Throws CoseError `malformed` for anything but a map of labels. */
export function requireHeader(value: CborValue): Header {
  if (!(value instanceof Map)) throw new CoseError('malformed', 'header is not a map');
  for (const label of value.keys()) {
    if (!Number.isInteger(label) && typeof label !== 'string' && typeof label !== 'bigint') {
      throw new CoseError('malformed', 'header label is neither an integer nor a text');
    }
  }
  return value;
}

/** A label may stand in one bucket only, and no extension is understood here (RFC 9052 3 and 3.1). */
export function checkHeaders(protectedHeader: Header, unprotectedHeader: Header): void {
  if (protectedHeader.has(LABEL.critical) || unprotectedHeader.has(LABEL.critical)) {
    throw new CoseError('criticalHeader', 'critical header parameters are not supported');
  }
  for (const label of unprotectedHeader.keys()) {
    if (protectedHeader.has(label)) throw new CoseError('malformed', 'header label stands in both buckets');
  }
}
