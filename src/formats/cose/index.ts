export { CoseError, type CoseErrorCode } from '../errors.ts';
export { coseKeyFromPoint, pointFromCoseKey, publicKeyFromCoseKey } from './cose-key.ts';
export {
  type CoseMac0,
  decodeCoseMac0,
  encodeCoseMac0,
  type MakeCoseMac0Options,
  makeCoseMac0,
  type VerifyCoseMac0Options,
  verifyCoseMac0,
} from './cose-mac0.ts';
export {
  type CoseSign1,
  coseSign1FromValue,
  decodeCoseSign1,
  encodeCoseSign1,
  type RawSigner,
  rawSignerFromPrivateKey,
  type SignCoseSign1Options,
  signCoseSign1,
  sigStructure,
  type VerifyCoseSign1Options,
  verifyCoseSign1,
} from './cose-sign1.ts';
export {
  type CoseDecodeOptions,
  type CoseMessage,
  type EncodableCoseMessage,
  ES256,
  ES384,
  ES512,
  type Header,
  HMAC_256_256,
  LABEL,
} from './message.ts';
