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
  revocationList: 'revocation list',
  recordSource: 'system of record',
  rateLimit: 'number of requests',
};

export const REQUEST_WORDS = { outcomes, checks, unknownAddress: 'Call an unknown address' } as const;
