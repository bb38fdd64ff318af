export { ecdsaSignatureFromDer, ecdsaSignatureToDer } from './ecdsa-signature.ts';
export { EcError, type EcErrorCode } from './error.ts';
export { type KeyPair, keyPairFromScalar, newKeyPair } from './key-pair.ts';
export { hasPointForm, isOnCurve, POINT_BYTES, requirePoint } from './point.ts';
export { isP256, P256, pointFromPublicKey, publicKeyFromPoint, publicKeyFromSpki } from './public-key.ts';
export { sharedSecret } from './shared-secret.ts';
export { isP256Spki, pointFromSpki, SPKI_BYTES, spkiFromPoint } from './spki.ts';
