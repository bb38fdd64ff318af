import { type KeyObject, verify } from 'node:crypto';
import { ecdsaSignatureToDer } from '../ec/index.ts';
import { signatureAlgorithm } from './algorithms.ts';
import { type CoseSign1, sigStructure } from './cose-sign1.ts';
import { LABEL } from './header.ts';
import { payloadOf } from './message.ts';

export interface VerifyCoseSign1Options {
  /** Required where the message has no payload, refused where it has one. */
  detachedPayload?: Uint8Array;
  externalAad?: Uint8Array;
  /** Algorithms to accept; default ES256, ES384 and ES512. */
  algorithms?: readonly number[];
}

/**
 * Whether the signature is good. The algorithm is that of the protected header, and the key's curve must be the one of
 * the algorithm. Whatever does not fit is false: nothing here throws.
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
