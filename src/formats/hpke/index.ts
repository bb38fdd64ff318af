export { HpkeError, type HpkeErrorCode } from '../errors.ts';
export { type EphemeralKey, type HpkeRecipient, hpkeRecipient } from './kem.ts';
export { type OpenParts, open, type Sealed, type SealParts, seal } from './seal-and-open.ts';
export { type HpkeSuite, P256_SHA256_AES128GCM, P256_SHA256_AES256GCM } from './suite.ts';
