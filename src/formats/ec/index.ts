export { EcError, type EcErrorCode } from '../errors.ts';
export { ecdsaSignatureFromDer, ecdsaSignatureToDer } from './ecdsa-signature.ts';
export { type KeyPair, keyPairFromScalar, newKeyPair } from './key-pair.ts';
export { hasPointForm, isOnCurve, POINT_BYTES, requirePoint } from './point.ts';
export {
  isP256,
  P256,
  pointFromPublicKey,
  publicKeyFromPoint,
  publicKeyFromSpki,
  sharedSecret,
} from './public-key.ts';
export { isP256Spki, pointFromSpki, SPKI_BYTES, spkiFromPoint } from './spki.ts';
