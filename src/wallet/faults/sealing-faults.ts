import { omit } from '../../conventions/omit.ts';
import { encodeProofOfDeletion } from '../../formats/android/index.ts';
import type { EncryptedData, ErrorReason, OperationName } from '../../issuer/contract/index.ts';
import type { SentKind } from '../device/envelope/value-kind.ts';
import type { Facts, OwnershipSpec, Tampering } from '../device/tampering.ts';
import { type Fault, type FaultStage, refusedWith } from './fault.ts';
import { unproved } from './proof-of-provisioning-faults.ts';

interface SealedValue {
  readonly prefix: string;
  readonly kind: SentKind;
  readonly operation: OperationName;
  readonly from: FaultStage;
  /** Tampering with which the device sends the value at every stage. */
  readonly sent?: Tampering;
}

/** All encrypted values of a device. */
const VALUES: readonly SealedValue[] = [
  { prefix: 'code', kind: 'preAuthorizationCode', operation: 'proofUser', from: 'registered' },
  { prefix: 'auth-key', kind: 'authKey', operation: 'provisionMobileSecurityObjects', from: 'provisioned' },
  {
    prefix: 'pop',
    kind: 'proofOfProvisioning',
    operation: 'provisionMobileSecurityObjects',
    from: 'provisioned',
    sent: unproved,
  },
];

const MAX_VALUE_BYTES = 65_536;

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function flipped(text: string): string {
  const changed = bytes(text);
  changed[changed.length - 1]! ^= 1;
  return changed.toString('base64');
}

function offCurve(text: string): string {
  const point = bytes(text);
  point.fill(0x5a, 33);
  return point.toString('base64');
}

type Make = (kind: SentKind) => Tampering;

/** Changes the encrypted value of the kind. */
const data =
  (change: (data: EncryptedData) => object): Make =>
  (wanted) => ({
    encryptedData: (value, _facts, kind) => (kind === wanted ? (change(value) as EncryptedData) : value),
  });

/** Changes the wrapper of the value of the kind. */
const wrapper =
  (change: (value: object) => object): Make =>
  (wanted) => ({ value: (value, _facts, kind) => (kind === wanted ? change(value) : value) });

/** Changes the input of the signature of the kind. */
const signature =
  (change: (spec: OwnershipSpec, facts: Facts) => Partial<OwnershipSpec>): Make =>
  (wanted) => ({
    ownership: (spec, facts) => (spec.about === wanted ? { ...spec, ...change(spec, facts) } : spec),
  });

const otherRecipient: Make = (wanted) => ({
  seal: (spec, { newKey }) =>
    spec.kind === wanted ? { ...spec, recipient: { ...spec.recipient, point: newKey().point } } : spec,
});

const otherContext: Make = (wanted) => ({
  seal: (spec) =>
    spec.kind === wanted
      ? { ...spec, context: { ...spec.context, info: Buffer.from('SomethingElse') } }
      : spec,
});

const unreadable: Make = (wanted) => ({
  plaintext: (plaintext, _facts, kind) => (kind === wanted ? Buffer.alloc(24, 0xff) : plaintext),
});

type Row = readonly [name: string, what: string, reason: ErrorReason, make: Make];

const ROWS: readonly Row[] = [
  [
    'tampered-ciphertext',
    'a bit of the ciphertext is flipped',
    'invalidPayloadEncryption',
    data((value) => ({ ...value, encryptedValue: flipped(value.encryptedValue) })),
  ],
  [
    'cut-ciphertext',
    'the ciphertext is shorter than its tag',
    'invalidPayloadEncryption',
    data((value) => ({ ...value, encryptedValue: 'AAECAwQFBgc=' })),
  ],
  [
    'wrong-recipient-key-id',
    'recipientKeyId names no key of the issuer',
    'invalidPayloadEncryption',
    data((value) => ({ ...value, recipientKeyId: '1234567890ABCDEF' })),
  ],
  [
    'wrong-recipient-key',
    'the value is encrypted to another key',
    'invalidPayloadEncryption',
    otherRecipient,
  ],
  [
    'off-curve-encapsulated-key',
    'the encapsulated key is not on the curve',
    'invalidPayloadEncryption',
    data((value) => ({ ...value, encapsulatedKey: offCurve(value.encapsulatedKey) })),
  ],
  [
    'short-encapsulated-key',
    'the encapsulated key has 64 bytes',
    'invalidPayloadEncryption',
    data((value) => ({
      ...value,
      encapsulatedKey: bytes(value.encapsulatedKey).subarray(1).toString('base64'),
    })),
  ],
  [
    'wrong-context',
    'the value is encrypted in the context of another field',
    'invalidPayloadEncryption',
    otherContext,
  ],
  [
    'tampered-signature',
    'a bit of the signature is flipped',
    'invalidPayloadSignature',
    data((value) => ({ ...value, signature: flipped(value.signature) })),
  ],
  [
    'unreadable-signature',
    'the signature is no COSE_Sign1',
    'invalidPayloadSignature',
    data((value) => ({ ...value, signature: 'AAECAw==' })),
  ],
  [
    'signature-over-another-value',
    'the signature is over other data',
    'invalidPayloadSignature',
    signature((_spec, { random }) => ({ challenge: random(new Uint8Array(32)) })),
  ],
  [
    'signature-by-another-key',
    'the signature is by a key that is not registered',
    'invalidPayloadSignature',
    signature((_spec, { newKey }) => ({ signer: newKey() })),
  ],
  [
    'test-credential-signature',
    'the signature is of a test credential',
    'invalidPayloadSignature',
    signature(() => ({ testCredential: true })),
  ],
  [
    'signature-for-another-document-type',
    'the signature names another document type',
    'invalidPayloadSignature',
    signature(() => ({ docType: 'org.example.other' })),
  ],
  [
    'proof-of-deletion-as-signature',
    'the signature is a ProofOfDeletion',
    'invalidPayloadSignature',
    signature(() => ({ encode: encodeProofOfDeletion })),
  ],
  [
    'both-members',
    'the value is sent encrypted and plain',
    'invalidFieldValue',
    wrapper((value) => ({ ...value, unencryptedValue: 'AAECAw==' })),
  ],
  ['neither-member', 'the value has neither member', 'missingRequiredField', wrapper(() => ({}))],
  [
    'plain-value',
    'the value is not encrypted',
    'missingRequiredField',
    wrapper(() => ({ unencryptedValue: 'AAECAw==' })),
  ],
  [
    'missing-signature',
    'encryptedData has no signature',
    'missingRequiredField',
    data((made) => omit(made, 'signature')),
  ],
  [
    'missing-recipient-key-id',
    'encryptedData has no recipientKeyId',
    'missingRequiredField',
    data((made) => omit(made, 'recipientKeyId')),
  ],
  [
    'oversize-value',
    'the encrypted value has 65537 bytes',
    'invalidFieldValue',
    data((value) => ({ ...value, encryptedValue: Buffer.alloc(MAX_VALUE_BYTES + 1).toString('base64') })),
  ],
  [
    'value-that-is-not-base64',
    'the encrypted value is not base64',
    'invalidFieldValue',
    data((value) => ({ ...value, encryptedValue: '****' })),
  ],
  ['unreadable-plaintext', 'the decrypted value cannot be parsed', 'invalidDecryptedRequest', unreadable],
];

const NEEDS: Readonly<Record<string, Pick<Fault, 'needs'>>> = {
  'plain-value': { needs: 'encryptionRequired' },
};

/** Faults of encryption and signature, each for every encrypted value. */
export const SEALING_FAULTS: readonly Fault[] = VALUES.flatMap(({ prefix, kind, operation, from, sent }) =>
  ROWS.map(([name, what, reason, make]) => ({
    name: `${prefix}-${name}`,
    what: `${kind}: ${what}`,
    operation,
    from,
    expected: refusedWith(reason),
    ...NEEDS[name],
    encrypted: true as const,
    apply: { ...sent, ...make(kind) },
  })),
);
