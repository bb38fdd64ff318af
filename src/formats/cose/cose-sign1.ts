import { type KeyObject, sign, verify } from 'node:crypto';
import { type CborValue, type DecodeOptions, encode } from '../cbor/index.ts';
import { ecdsaSignatureFromDer, ecdsaSignatureToDer } from '../ec/index.ts';
import { CoseError } from '../errors.ts';
import {
  authenticatedStructure,
  type CoseDecodeOptions,
  type CoseMessage,
  checkHeaders,
  decodeMessage,
  type EncodableCoseMessage,
  ES256,
  ES384,
  ES512,
  encodeMessage,
  type Header,
  LABEL,
  messageFromValue,
  payloadOf,
  type SignatureAlgorithm,
  signatureAlgorithm,
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

/** For a COSE_Sign1 that is inline and untagged in another structure. Throws like `decodeCoseSign1`. */
export function coseSign1FromValue(value: CborValue, options?: DecodeOptions): CoseSign1 {
  const [message, signature] = messageFromValue(value, options);
  return { ...message, signature };
}

/** Untagged; a missing unprotected header is encoded as an empty one. */
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

/** Hashes and signs by the key's algorithm; returns r || s. */
export type RawSigner = (toBeSigned: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export interface SignCoseSign1Options {
  /** Default { 1: -7 }, which is ES256. */
  protectedHeader?: Header;
  unprotected?: Header;
  /** Leaves the payload out of the message. */
  detached?: boolean;
  externalAad?: Uint8Array;
}

const ES256_HEADER: Header = new Map([[LABEL.algorithm, ES256]]);
const ES256_BYTES = encode(ES256_HEADER);
const NO_HEADER: Header = new Map();

/** An untagged COSE_Sign1. Throws CoseError: `unsupportedAlgorithm`, `malformedSignature`, `malformed`. */
export async function signCoseSign1(
  payload: Uint8Array,
  signer: RawSigner,
  options: SignCoseSign1Options = {},
): Promise<Uint8Array> {
  const protectedHeader = options.protectedHeader ?? ES256_HEADER;
  const unprotectedHeader = options.unprotected ?? NO_HEADER;
  checkHeaders(protectedHeader, unprotectedHeader);
  const algorithm = signatureAlgorithm(protectedHeader.get(LABEL.algorithm));
  if (!algorithm)
    throw new CoseError('unsupportedAlgorithm', 'protected header names no supported algorithm');
  const protectedBytes = protectedHeader === ES256_HEADER ? ES256_BYTES : encode(protectedHeader);
  const signature = await signer(sigStructure(protectedBytes, payload, options.externalAad));
  if (signature.length !== algorithm.signatureBytes) {
    throw new CoseError('malformedSignature', `signer gave ${signature.length} bytes`);
  }
  return encodeCoseSign1({
    protectedBytes,
    unprotectedHeader,
    payload: options.detached === true ? null : payload,
    signature,
  });
}

/**
 * A signer for a private key in this process: ES256, ES384 or ES512, by its curve. Throws CoseError `unsupportedKey`.
 */
export function rawSignerFromPrivateKey(privateKey: KeyObject): RawSigner {
  const { hash, signatureBytes } = algorithmOf(privateKey);
  return (toBeSigned) => ecdsaSignatureFromDer(sign(hash, toBeSigned, privateKey), signatureBytes / 2);
}

function algorithmOf(privateKey: KeyObject): SignatureAlgorithm {
  const curve = privateKey.asymmetricKeyDetails?.namedCurve;
  const algorithm = [ES256, ES384, ES512]
    .map(signatureAlgorithm)
    .find((candidate) => candidate?.curve === curve);
  if (!algorithm || privateKey.type !== 'private') {
    throw new CoseError('unsupportedKey', 'a private key on P-256, P-384 or P-521 is expected');
  }
  return algorithm;
}

export interface VerifyCoseSign1Options {
  /** Required if the message has no payload, refused if it has one. */
  detachedPayload?: Uint8Array;
  externalAad?: Uint8Array;
  /** Algorithms to accept; default ES256, ES384 and ES512. */
  algorithms?: readonly number[];
}

/**
 * Whether the signature is valid. The algorithm comes from the protected header and must match the key's curve. Returns
 * false for any unsuitable input and never throws.
 */
export function verifyCoseSign1(
  sign1: CoseSign1,
  publicKey: KeyObject,
  options: VerifyCoseSign1Options = {},
): boolean {
  const number = sign1.protectedHeader.get(LABEL.algorithm);
  const algorithm = signatureAlgorithm(number);
  const payload = payloadOf(sign1, options.detachedPayload);
  if (algorithm === undefined || payload === undefined) return false;
  if (options.algorithms?.includes(number as number) === false) return false;
  if (sign1.signature.length !== algorithm.signatureBytes) return false;
  if (publicKey.type !== 'public' || publicKey.asymmetricKeyDetails?.namedCurve !== algorithm.curve)
    return false;
  const toBeSigned = sigStructure(sign1.protectedBytes, payload, options.externalAad);
  return verify(algorithm.hash, toBeSigned, publicKey, ecdsaSignatureToDer(sign1.signature));
}
