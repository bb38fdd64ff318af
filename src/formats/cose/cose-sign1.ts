import type { CborValue, DecodeOptions } from '../cbor/index.ts';
import {
  authenticatedStructure,
  type CoseDecodeOptions,
  type CoseMessage,
  decodeMessage,
  type EncodableCoseMessage,
  encodeMessage,
  messageFromValue,
} from './message.ts';

/** COSE_Sign1 of RFC 9052 4.2. */
export interface CoseSign1 extends CoseMessage {
  /** r || s. */
  readonly signature: Uint8Array;
}

const TAG = 18;

/** Throws CoseError: `malformed`, `criticalHeader`. The byte strings are views on `bytes`. */
export function decodeCoseSign1(bytes: Uint8Array, options?: CoseDecodeOptions): CoseSign1 {
  const [message, signature] = decodeMessage(bytes, TAG, options);
  return { ...message, signature };
}

/** For one that stands inline and untagged in another structure. Throws as `decodeCoseSign1`. */
export function coseSign1FromValue(value: CborValue, options?: DecodeOptions): CoseSign1 {
  const [message, signature] = messageFromValue(value, options);
  return { ...message, signature };
}

/** Untagged; no unprotected header stands for an empty one. */
export function encodeCoseSign1(parts: EncodableCoseMessage & Pick<CoseSign1, 'signature'>): Uint8Array {
  return encodeMessage(parts, parts.signature);
}

/** Sig_structure of RFC 9052 4.4: the bytes to be signed. */
export function sigStructure(
  protectedBytes: Uint8Array,
  payload: Uint8Array,
  externalAad?: Uint8Array,
): Uint8Array {
  return authenticatedStructure('Signature1', protectedBytes, payload, externalAad);
}
