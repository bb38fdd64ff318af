import { type CborValue, type DecodeOptions, decode } from '../cbor/index.ts';
import { CoseError } from './error.ts';

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
