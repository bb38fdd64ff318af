export { EcError, type EcErrorCode } from '../errors.ts';
export { canonicalEcdsaSignature, ecdsaSignatureFromDer, ecdsaSignatureToDer } from './ecdsa-signature.ts';
export { type KeyPair, keyPairFromScalar, newKeyPair } from './key-pair.ts';
export {
  hasPointForm,
  isOnCurve,
  isP256,
  isP256Spki,
  P256,
  POINT_BYTES,
  pointFromPublicKey,
  pointFromSpki,
  publicKeyFromPoint,
  publicKeyFromSpki,
  requirePoint,
  SPKI_BYTES,
  sharedSecret,
  spkiFromPoint,
} from './public-key.ts';
