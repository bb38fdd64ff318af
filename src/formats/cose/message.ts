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
import { checkHeaders, decodeProtectedHeader, type Header, requireHeader } from './header.ts';

export interface CoseDecodeOptions {
  /** The message's own tag in front: tolerated by default. Any other tag is always refused. */
  tag?: 'refuse' | 'tolerate';
  decode?: DecodeOptions;
}

/** What COSE_Sign1 and COSE_Mac0 share. */
export interface CoseMessage {
  /** The protected header as it came, without the byte string's head. */
  readonly protectedBytes: Uint8Array;
  readonly protectedHeader: Header;
  readonly unprotectedHeader: Header;
  /** null: detached. */
  readonly payload: Uint8Array | null;
}

export interface EncodableCoseMessage {
  readonly protectedBytes: Uint8Array;
  readonly unprotectedHeader?: Header;
  readonly payload: Uint8Array | null;
}

const NO_BYTES = new Uint8Array(0);
const EMPTY_MAP = new Encoded(Uint8Array.of(0xa0));

/** A message of four members and its last one, the signature or tag. Throws CoseError. */
export function decodeMessage(
  bytes: Uint8Array,
  ownTag: number,
  options: CoseDecodeOptions = {},
): readonly [CoseMessage, Uint8Array] {
  return refusing(() => {
    const value = decode(bytes, options.decode);
    if (!(value instanceof Tagged)) return messageFromValue(value, options.decode);
    if (value.tag !== ownTag || options.tag === 'refuse') throw new CoseError('malformed', 'unexpected tag');
    return messageFromValue(value.value, options.decode);
  });
}

/** The same from a decoded value. Throws CoseError. */
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

/** Untagged. */
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
