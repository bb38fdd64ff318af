import { type KeyObject, sign } from 'node:crypto';
import { encode } from '../cbor/index.ts';
import { ecdsaSignatureFromDer } from '../ec/index.ts';
import { ES256, ES384, ES512, type SignatureAlgorithm, signatureAlgorithm } from './algorithms.ts';
import { encodeCoseSign1, sigStructure } from './cose-sign1.ts';
import { CoseError } from './error.ts';
import { checkHeaders, type Header, LABEL } from './header.ts';

/** Signs as the key's algorithm says, hashing included; the answer is r || s. */
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

/** A signer on a private key held by this process, of ES256, ES384 or ES512 by its curve. Throws CoseError `unsupportedKey`. */
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
