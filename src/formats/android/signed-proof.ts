import type { KeyObject } from 'node:crypto';
import {
  CoseError,
  decodeCoseSign1,
  ES256,
  LABEL,
  type RawSigner,
  signCoseSign1,
  verifyCoseSign1,
} from '../cose/index.ts';
import { ProofError } from '../errors.ts';

/** {1: -7}, the only protected header that devices send. */
const ES256_PROTECTED = Uint8Array.of(0xa1, 0x01, 0x26);

export interface SignedProofOptions {
  /** How to treat a leading tag 18, which no known device sends. Default `refuse`. */
  readonly tag?: 'refuse' | 'tolerate';
  /** Longest message in bytes; default 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * Payload of a COSE_Sign1 by the credential key: ES256, no other header, payload attached. Throws ProofError
 * `malformed` or `invalidSignature`.
 */
export function openSignedProof(
  bytes: Uint8Array,
  credentialKey: KeyObject,
  { tag = 'refuse', maxBytes }: SignedProofOptions = {},
): Uint8Array {
  const sign1 = decodeSignedProof(bytes, { tag, decode: maxBytes === undefined ? {} : { maxBytes } });
  if (sign1.payload === null) throw new ProofError('malformed', 'the payload is detached');
  // The credential key has only one algorithm, so any other means another signer.
  if (sign1.protectedHeader.get(LABEL.algorithm) !== ES256)
    throw new ProofError('invalidSignature', 'the header names another algorithm than ES256');
  if (Buffer.compare(sign1.protectedBytes, ES256_PROTECTED) !== 0 || sign1.unprotectedHeader.size > 0) {
    throw new ProofError('malformed', 'the header is not that of a device');
  }
  if (!verifyCoseSign1(sign1, credentialKey, { algorithms: [ES256] })) {
    throw new ProofError('invalidSignature', 'the credential key did not sign this');
  }
  return sign1.payload;
}

/** Signs a proof like a device. `sign` uses the credential key. */
export const signProof = (payload: Uint8Array, sign: RawSigner): Promise<Uint8Array> =>
  signCoseSign1(payload, sign);

function decodeSignedProof(bytes: Uint8Array, options: Parameters<typeof decodeCoseSign1>[1]) {
  try {
    return decodeCoseSign1(bytes, options);
  } catch (error) {
    if (!(error instanceof CoseError)) throw error;
    throw new ProofError('malformed', error.message, { cause: error });
  }
}
