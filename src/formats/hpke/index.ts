export { HpkeError, type HpkeErrorCode } from '../errors.ts';
export { type EphemeralKey, type HpkeRecipient, hpkeRecipient } from './kem.ts';
export { type OpenParts, open } from './open.ts';
export { type Sealed, type SealParts, seal } from './seal.ts';
export { type HpkeSuite, P256_SHA256_AES128GCM, P256_SHA256_AES256GCM } from './suite.ts';
