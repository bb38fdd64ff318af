import type { ClauseRow } from '../../../conventions/clauses.ts';

/** Devices, and the keys of the issuer. */
export const DEVICE_CLAUSES: readonly ClauseRow[] = [
  ['nonce.size', 'Limits', 'must', 'GetDeviceRegistrationNonce: the nonce is at most 32 bytes.'],
  [
    'nonce.random',
    'Rules per operation: 6',
    'should',
    'GetDeviceRegistrationNonce: a nonce cannot be guessed; it has at least 64 random bits (NIST SP 800-63B).',
  ],
  [
    'register.chain',
    'Rules per operation: 7',
    'must',
    'RegisterDevice: the chain holds the device identity key, a device attestation and the signed nonce.',
  ],
  [
    'register.unique',
    'Rules per operation: 7',
    'must',
    'RegisterDevice: the chain is unique for a device and credential.',
  ],
  [
    'register.order',
    'Identifiers used across requests',
    'must',
    'deviceReferenceId corresponds to the device and the identity key associated with it.',
  ],
  [
    'register.attestation',
    'Rules per operation: 7',
    'should',
    'The attestation shows a key in locked hardware, of the wallet application, that may only sign.',
  ],
  [
    'keys.identity',
    'Rules per operation: 8',
    'must',
    'GetIdentityKey: each entry is a base64 DER X.509 certificate holding an identity key.',
  ],
  [
    'keys.rotation',
    'Rules per operation: 8',
    'must',
    'At least 2 keys are returned during key rotation. After rotation only the active key is returned.',
  ],
  [
    'keys.encryption',
    'Rules per operation: 9',
    'must',
    'GetHybridEncryptionKey: the value is a base64 DER X.509 certificate holding the active encryption key.',
  ],
];
