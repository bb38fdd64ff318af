import { type Static, Type } from 'typebox';
import { Base64, Identifier, Int32, Int64String } from './scalars.ts';

/** HPKE context string of each kind of value; the published ones are the field's name in this form. */
export const HPKE_CONTEXT_STRINGS = {
  preAuthorizationCode: 'PreAuthorizationCode',
  authKey: 'AuthKey',
  proofOfProvisioning: 'ProofOfProvisioning',
  credential: 'Credential',
  mobileSecurityObject: 'MobileSecurityObject',
} as const;

/** Kinds of encrypted values. */
export type ValueKind = keyof typeof HPKE_CONTEXT_STRINGS;

/** Enough for a COSE_Sign1, an uncompressed point or one certificate of a chain, in base64. */
const SMALL = 8192;

export const EncryptedData = Type.Object({
  encryptedValue: Base64('Encrypted value with its authentication tag; at most 65536 bytes.'),
  encapsulatedKey: Base64('HPKE encapsulated key: an uncompressed P-256 point, 65 bytes.', SMALL),
  signature: Base64('COSE_Sign1 over SHA-256(plaintext + recipient public key).', SMALL),
  recipientKeyId: Identifier(
    "Key id of the recipient's public key: certificate serial number, upper-case hex.",
  ),
});
export type EncryptedData = Static<typeof EncryptedData>;

export const DeviceEncryptionKey = Type.Object({
  publicKey: Base64('Ephemeral public key of the device: an uncompressed P-256 point, 65 bytes.', SMALL),
  signature: Base64('COSE_Sign1 in the ProofOfOwnership format, challenge SHA-256(publicKey).', SMALL),
  keyId: Identifier('Key id of the ephemeral public key; opaque, echoed as recipientKeyId.'),
});
export type DeviceEncryptionKey = Static<typeof DeviceEncryptionKey>;

const wrapped = {
  encryptedData: Type.Optional(EncryptedData),
  unencryptedValue: Type.Optional(Base64('Base64 value; only in the sandbox.')),
};

/** A value that is encrypted or, in the sandbox, unencrypted: exactly one of the two members is set. */
export const WrappedValue = Type.Object(wrapped);
export type WrappedValue = Static<typeof WrappedValue>;

export const ProofingEvidenceEvidence = Type.Object({
  ...wrapped,
  unencryptedInteger: Type.Optional(Int32('Integer value of the evidence.')),
});
export type ProofingEvidenceEvidence = Static<typeof ProofingEvidenceEvidence>;

export const Credential = Type.Object(wrapped, { description: 'The mdoc credential.' });

export const AuthKey = Type.Object(wrapped, {
  description: 'An X.509 certificate signed by the device credential key, to be certified.',
});

export const ProofOfProvisioning = Type.Object(wrapped, {
  description: 'A COSE_Sign1 by the device credential key over what was provisioned.',
});

export const MobileSecurityObject = Type.Object(
  { ...wrapped, expirationTimeMillis: Int64String('When the MSO expires, milliseconds since the epoch.') },
  { description: 'Digests of each data element of the credential, as static auth data.' },
);
export type MobileSecurityObject = Static<typeof MobileSecurityObject>;
