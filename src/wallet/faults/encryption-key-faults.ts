import { omit } from '../../conventions/omit.ts';
import type { DeviceEncryptionKey, ErrorReason, OperationName } from '../../issuer/contract/index.ts';
import type { Facts, OwnershipSpec, Tampering } from '../device/tampering.ts';
import { type Fault, type FaultNeed, onlyFor, refusedWith, without } from './fault.ts';

const OPERATIONS = [
  { prefix: 'provision', operation: 'provisionCredential', from: 'proofed' },
  { prefix: 'msos', operation: 'provisionMobileSecurityObjects', from: 'provisioned' },
] as const;

type Made = (operation: OperationName) => Tampering;

const key =
  (change: (key: DeviceEncryptionKey, facts: Facts) => object): Made =>
  () => ({ deviceEncryptionKey: (made, facts) => change(made, facts) as DeviceEncryptionKey });

const signature =
  (change: (spec: OwnershipSpec, facts: Facts) => Partial<OwnershipSpec>): Made =>
  () => ({
    ownership: (spec, facts) =>
      spec.about === 'deviceEncryptionKey' ? { ...spec, ...change(spec, facts) } : spec,
  });

function point(bytes: Uint8Array): { readonly publicKey: string } {
  return { publicKey: Buffer.from(bytes).toString('base64') };
}

type Row = readonly [name: string, what: string, reason: ErrorReason, make: Made, needs?: FaultNeed];

const ROWS: readonly Row[] = [
  [
    'swapped-encryption-key',
    'an attacker replaced the signed key',
    'invalidPayloadSignature',
    key((made, { newKey }) => ({ ...made, ...point(newKey().point) })),
  ],
  [
    'unsigned-encryption-key',
    'the signature is empty',
    'invalidPayloadSignature',
    key((made) => ({ ...made, signature: '' })),
  ],
  [
    'encryption-key-signed-by-another-key',
    'the signature is by a key that is not registered',
    'invalidPayloadSignature',
    signature((_spec, { newKey }) => ({ signer: newKey() })),
  ],
  [
    'encryption-key-of-test-credential',
    'the signature is of a test credential',
    'invalidPayloadSignature',
    signature(() => ({ testCredential: true })),
  ],
  [
    'encryption-key-for-another-document-type',
    'the signature names another document type',
    'invalidPayloadSignature',
    signature(() => ({ docType: 'org.example.other' })),
  ],
  [
    'off-curve-encryption-key',
    'the key is not on the curve',
    'invalidFieldValue',
    key((made) => ({ ...made, ...point(Uint8Array.of(4, ...new Array<number>(64).fill(0x5a))) })),
  ],
  [
    'compressed-encryption-key',
    'the key is a compressed point',
    'invalidFieldValue',
    key((made) => ({
      ...made,
      ...point(Uint8Array.of(2, ...Buffer.from(made.publicKey, 'base64').subarray(1, 33))),
    })),
  ],
  [
    'encryption-key-without-signature',
    'the signature is absent',
    'missingRequiredField',
    key((made) => omit(made, 'signature')),
  ],
  [
    'encryption-key-without-id',
    'keyId is absent',
    'missingRequiredField',
    key((made) => omit(made, 'keyId')),
  ],
  [
    'missing-encryption-key',
    'the device requests unencrypted data',
    'missingRequiredField',
    (operation) => ({ request: onlyFor(operation, without('deviceEncryptionKey')) }),
    'encryptionRequired',
  ],
];

/** Faults of the key for which the issuer encrypts personal data. */
export const ENCRYPTION_KEY_FAULTS: readonly Fault[] = OPERATIONS.flatMap(({ prefix, operation, from }) =>
  ROWS.map(([name, what, reason, make, needs]) => ({
    name: `${prefix}-${name}`,
    what: `deviceEncryptionKey: ${what}`,
    operation,
    from,
    expected: refusedWith(reason),
    ...(needs && { needs }),
    encrypted: true as const,
    apply: make(operation),
  })),
);
