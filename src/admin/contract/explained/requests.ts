import type { ErrorReason } from '../../../issuer/contract/index.ts';

// What codes of refused requests mean, as people read them. The console and the command line show these words.

const outcomes: Readonly<Record<ErrorReason | 'internal' | 'overload' | 'rateLimited', string>> = {
  invalidApiVersion: 'Version is not served',
  invalidPayloadSignature: 'Signature is wrong',
  invalidPayloadEncryption: 'Cannot be decrypted',
  invalidIdentifier: 'Id is unknown',
  invalidFieldValue: 'A field has a wrong value',
  missingRequiredField: 'A field is missing',
  invalidDecryptedRequest: 'Encrypted message is wrong',
  permissionDenied: 'Caller is not admitted',
  forbidden: 'Not allowed',
  invalidState: 'Not possible in this state',
  internal: 'Failed in the server',
  overload: 'Server was busy',
  rateLimited: 'Too many requests',
};

/** Checks that refuse, in `failedCheck`. */
const checks: Readonly<Record<string, string>> = {
  caller: 'caller',
  http: 'form of the request',
  body: 'form of the request',
  version: 'version',
  issuer: 'issuer',
  metadata: 'metadata',
  fields: 'fields',
  identifiers: 'ids',
  state: 'state',
  signature: 'signature',
  signatures: 'signatures',
  encryption: 'encryption',
  decryptedMessage: 'encrypted message',
  attestation: 'attestation',
  'attestation.challengeMismatch': 'the phone’s key was made for another nonce',
  'attestation.expired': 'the phone’s attestation certificates have expired',
  'attestation.notVerifiedBoot': 'the phone runs a system that is not its maker’s',
  'attestation.patchLevelTooOld': 'the phone’s system lacks security updates',
  'attestation.revoked': 'the phone’s attestation key was withdrawn',
  'attestation.softwareLevel': 'the phone’s key is only in software',
  'attestation.strongBoxRequired': 'the phone’s key is not in StrongBox',
  'attestation.unlocked': 'the phone’s boot loader is unlocked',
  'attestation.untrustedRoot': 'the phone’s attestation ends in a root that is not trusted',
  revocationList: 'revocation list',
  recordSource: 'system of record',
  rateLimit: 'number of requests',
};

export const REQUEST_WORDS = { outcomes, checks, unknownAddress: 'Call an unknown address' } as const;
