import {
  CborError,
  type CborValue,
  type DecodeOptions,
  decode,
  Encoded,
  encodeInOrder,
  headLength,
  MAJOR,
  Tagged,
  writeHead,
} from '../cbor/index.ts';
import { CoseError } from '../errors.ts';

/** COSE algorithm numbers (RFC 9053 2.1). */
export const ES256 = -7;
export const ES384 = -35;
export const ES512 = -36;

/** HMAC with SHA-256 and the whole tag (RFC 9053 3.1). */
export const HMAC_256_256 = 5;

export interface SignatureAlgorithm {
  readonly hash: string;
  /** Name of the curve in node:crypto. ISO 18013-5 9.1.2.5 assigns a curve to each algorithm; RFC 9053 does not. */
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
function requireHeader(value: CborValue): Header {
  if (!(value instanceof Map)) throw new CoseError('malformed', 'header is not a map');
  for (const label of value.keys()) {
    if (!Number.isInteger(label) && typeof label !== 'string' && typeof label !== 'bigint') {
      throw new CoseError('malformed', 'header label is neither an integer nor a text');
    }
  }
  return value;
}

/** A label may be in one bucket only, and no extension is supported (RFC 9052 3 and 3.1). */
export function checkHeaders(protectedHeader: Header, unprotectedHeader: Header): void {
  if (protectedHeader.has(LABEL.critical) || unprotectedHeader.has(LABEL.critical)) {
    throw new CoseError('criticalHeader', 'critical header parameters are not supported');
  }
  for (const label of unprotectedHeader.keys()) {
    if (protectedHeader.has(label)) throw new CoseError('malformed', 'header label is in both buckets');
  }
}

export interface CoseDecodeOptions {
  /**
   * Whether the message may or must have its own tag in front; `tolerate` by default. Any other tag is always
   * refused.
   */
  tag?: 'refuse' | 'tolerate' | 'require';
  decode?: DecodeOptions;
}

/** Common members of COSE_Sign1 and COSE_Mac0. */
export interface CoseMessage {
  /** The protected header as received, without the byte string's head. */
  readonly protectedBytes: Uint8Array;
  readonly protectedHeader: Header;
  readonly unprotectedHeader: Header;
  /** null if the payload is detached. */
  readonly payload: Uint8Array | null;
}

export interface EncodableCoseMessage {
  readonly protectedBytes: Uint8Array;
  readonly unprotectedHeader?: Header;
  readonly payload: Uint8Array | null;
}

const NO_BYTES = new Uint8Array(0);
const EMPTY_MAP = new Encoded(Uint8Array.of(0xa0));

/** Decodes a message of four members; the last one is the signature or the MAC. Throws CoseError. */
export function decodeMessage(
  bytes: Uint8Array,
  ownTag: number,
  options: CoseDecodeOptions = {},
): readonly [CoseMessage, Uint8Array] {
  return refusing(() => {
    const value = decode(bytes, options.decode);
    if (!(value instanceof Tagged)) {
      if (options.tag === 'require') throw new CoseError('malformed', `tag ${ownTag} expected`);
      return messageFromValue(value, options.decode);
    }
    if (value.tag !== ownTag || options.tag === 'refuse') throw new CoseError('malformed', 'unexpected tag');
    return messageFromValue(value.value, options.decode);
  });
}

/** Reads a message from a decoded CBOR value. Throws CoseError. */
export function messageFromValue(
  value: CborValue,
  options?: DecodeOptions,
): readonly [CoseMessage, Uint8Array] {
  if (!Array.isArray(value) || value.length !== 4)
    throw new CoseError('malformed', 'array of four members expected');
  const [protectedBytes, unprotected, payload, last]: readonly CborValue[] = value;
  if (!(protectedBytes instanceof Uint8Array))
    throw new CoseError('malformed', 'protected header is not a byte string');
  if (payload !== null && !(payload instanceof Uint8Array)) {
    throw new CoseError('malformed', 'payload is neither a byte string nor null');
  }
  if (!(last instanceof Uint8Array))
    throw new CoseError('malformed', 'signature or tag is not a byte string');
  const unprotectedHeader = requireHeader(unprotected);
  const protectedHeader = refusing(() => decodeProtectedHeader(protectedBytes, options));
  checkHeaders(protectedHeader, unprotectedHeader);
  return [{ protectedBytes, protectedHeader, unprotectedHeader, payload }, last];
}

/** Encodes a message without a tag. */
export function encodeMessage(message: EncodableCoseMessage, last: Uint8Array): Uint8Array {
  const { protectedBytes, unprotectedHeader, payload } = message;
  return encodeInOrder([protectedBytes, unprotectedHeader ?? EMPTY_MAP, payload, last]);
}

/** The payload to verify; undefined if it is missing or given twice. */
export function payloadOf(message: CoseMessage, detached: Uint8Array | undefined): Uint8Array | undefined {
  if (message.payload === null) return detached;
  return detached === undefined ? message.payload : undefined;
}

/** Sig_structure and MAC_structure: [context, protected, external_aad, payload] (RFC 9052 4.4 and 6.3). */
export function authenticatedStructure(
  context: string,
  protectedBytes: Uint8Array,
  payload: Uint8Array,
  externalAad: Uint8Array = NO_BYTES,
): Uint8Array {
  const members = [isEmptyMap(protectedBytes) ? NO_BYTES : protectedBytes, externalAad, payload];
  let size = 1 + headLength(context.length) + context.length;
  for (const member of members) size += headLength(member.length) + member.length;

  const structure = new Uint8Array(size);
  let offset = writeHead(structure, 0, MAJOR.array, 4);
  offset = writeHead(structure, offset, MAJOR.text, context.length);
  for (let index = 0; index < context.length; index++) structure[offset++] = context.charCodeAt(index);
  for (const member of members) {
    offset = writeHead(structure, offset, MAJOR.bytes, member.length);
    structure.set(member, offset);
    offset += member.length;
  }
  return structure;
}

/** RFC 9052 4.4: an empty map in the protected bucket counts as an empty byte string. */
function isEmptyMap(protectedBytes: Uint8Array): boolean {
  return protectedBytes.length === 1 && protectedBytes[0] === 0xa0;
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CborError)) throw error;
    throw new CoseError('malformed', `not a COSE message: ${error.message}`, { cause: error });
  }
}
