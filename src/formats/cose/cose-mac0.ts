import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { encode } from '../cbor/index.ts';
import {
  authenticatedStructure,
  type CoseDecodeOptions,
  type CoseMessage,
  checkHeaders,
  decodeMessage,
  type EncodableCoseMessage,
  encodeMessage,
  type Header,
  HMAC_256_256,
  LABEL,
  payloadOf,
} from './message.ts';

/** COSE_Mac0 of RFC 9052 6.2; deviceMac of ISO 18013-5 9.1.3.5. */
export interface CoseMac0 extends CoseMessage {
  readonly tag: Uint8Array;
}

export interface MakeCoseMac0Options {
  unprotected?: Header;
  /** Leaves the payload out of the message. */
  detached?: boolean;
  externalAad?: Uint8Array;
}

export interface VerifyCoseMac0Options {
  /** Required if the message has no payload, refused if it has one. */
  detachedPayload?: Uint8Array;
  externalAad?: Uint8Array;
}

const TAG = 17;
const HMAC_256_256_HEADER: Header = new Map([[LABEL.algorithm, HMAC_256_256]]);
const HMAC_256_256_BYTES = encode(HMAC_256_256_HEADER);
const NO_HEADER: Header = new Map();

/** Throws CoseError: `malformed`, `criticalHeader`. The byte strings are views on `bytes`. */
export function decodeCoseMac0(bytes: Uint8Array, options?: CoseDecodeOptions): CoseMac0 {
  const [message, tag] = decodeMessage(bytes, TAG, options);
  return { ...message, tag };
}

/** Untagged; a missing unprotected header is encoded as an empty one. */
export function encodeCoseMac0(parts: EncodableCoseMessage & Pick<CoseMac0, 'tag'>): Uint8Array {
  return encodeMessage(parts, parts.tag);
}

/** An untagged COSE_Mac0 with HMAC 256/256. Throws CoseError `malformed` for an unprotected algorithm. */
export function makeCoseMac0(
  payload: Uint8Array,
  key: KeyObject | Uint8Array,
  options: MakeCoseMac0Options = {},
): Uint8Array {
  const unprotectedHeader = options.unprotected ?? NO_HEADER;
  checkHeaders(HMAC_256_256_HEADER, unprotectedHeader);
  return encodeCoseMac0({
    protectedBytes: HMAC_256_256_BYTES,
    unprotectedHeader,
    payload: options.detached === true ? null : payload,
    tag: hmac(key, HMAC_256_256_BYTES, payload, options.externalAad),
  });
}

/** Whether the MAC is valid. Returns false for any unsuitable input and never throws. */
export function verifyCoseMac0(
  mac0: CoseMac0,
  key: KeyObject | Uint8Array,
  options: VerifyCoseMac0Options = {},
): boolean {
  if (mac0.protectedHeader.get(LABEL.algorithm) !== HMAC_256_256) return false;
  const payload = payloadOf(mac0, options.detachedPayload);
  if (payload === undefined) return false;
  const expected = hmac(key, mac0.protectedBytes, payload, options.externalAad);
  return mac0.tag.length === expected.length && timingSafeEqual(mac0.tag, expected);
}

/** The MAC over the MAC_structure (RFC 9052 6.3). */
function hmac(
  key: KeyObject | Uint8Array,
  protectedBytes: Uint8Array,
  payload: Uint8Array,
  externalAad: Uint8Array | undefined,
): Uint8Array {
  const structure = authenticatedStructure('MAC0', protectedBytes, payload, externalAad);
  return createHmac('sha256', key).update(structure).digest();
}
