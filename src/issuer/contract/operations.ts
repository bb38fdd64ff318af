import { type Static, type TSchema, Type } from 'typebox';
import { CredentialStatus } from './credential.ts';
import {
  AuthKey,
  Credential,
  DeviceEncryptionKey,
  MobileSecurityObject,
  ProofOfProvisioning,
} from './encrypted-values.ts';
import { RequestMetadata, ResponseMetadata } from './metadata.ts';
import { ProofingEvidence, ProofingStatus } from './proofing.ts';
import { Base64, Identifier } from './scalars.ts';

const MIB = 1024 * 1024;

const requestMetadata = RequestMetadata;
const responseMetadata = ResponseMetadata;
const deviceReferenceId = Identifier('The device and the identity key associated with it.');
const proofingId = Identifier('A proofing with a specific bundle of evidence for a specific device.');
const credentialId = Identifier('A credential provisioned to a device.');
const credentialVersionId = Type.String({ description: 'The version of the credential.' });
const clientMessage = Type.String({ description: 'Echoed.', maxLength: 65_536 });
const certificate = (description: string) => Base64(description, 65_536);

interface Operation {
  readonly summary: string;
  /** The two key retrieval requests declare no fields; their bodies are not looked at. */
  readonly metadata: boolean;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The twelve operations: `POST {base_url}/v1/vdc/<name>`. Routes, types, OpenAPI and the client come from here. */
export const OPERATIONS = {
  healthCheck: {
    summary: 'Test connectivity',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({ requestMetadata, clientMessage: Type.Optional(clientMessage) }),
    response: Type.Object({ responseMetadata, clientMessage }),
  },
  proofUser: {
    summary: 'Submit evidence to proof a user for a device',
    metadata: true,
    bodyLimit: 16 * MIB,
    request: Type.Object({
      requestMetadata,
      deviceReferenceId,
      proofingId,
      evidence: Type.Optional(Type.Array(ProofingEvidence, { maxItems: 32 })),
      reverificationContext: Type.Optional(Type.Object({ credentialId })),
    }),
    response: Type.Object({ responseMetadata, proofingId }),
  },
  getProofingStatus: {
    summary: 'Read the status of a proofing',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId }),
    response: Type.Object({ responseMetadata, proofingStatus: ProofingStatus }),
  },
  cancelProofing: {
    summary: 'Cancel a proofing',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId }),
    response: Type.Object({ responseMetadata }),
  },
  provisionCredential: {
    summary: 'Provision a credential to a device',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({
      requestMetadata,
      deviceReferenceId,
      credentialId,
      proofingId,
      deviceEncryptionKey: Type.Optional(DeviceEncryptionKey),
    }),
    response: Type.Object({ responseMetadata, credential: Credential, credentialVersionId }),
  },
  provisionMobileSecurityObjects: {
    summary: 'Certify authentication keys as mobile security objects',
    metadata: true,
    bodyLimit: 4 * MIB,
    request: Type.Object({
      requestMetadata,
      deviceReferenceId,
      credentialId,
      authKeys: Type.Optional(Type.Array(AuthKey)),
      proofOfProvisioning: Type.Optional(ProofOfProvisioning),
      deviceEncryptionKey: Type.Optional(DeviceEncryptionKey),
      credentialVersionId: Identifier('The version that the device holds.'),
    }),
    response: Type.Object({ responseMetadata, mobileSecurityObjects: Type.Array(MobileSecurityObject) }),
  },
  getCredentialStatus: {
    summary: 'Read the status of a credential',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId }),
    response: Type.Object({ responseMetadata, credentialStatus: CredentialStatus, credentialVersionId }),
  },
  notifyCredentialDeleted: {
    summary: 'Tell the issuer that the wallet deleted a credential',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId }),
    response: Type.Object({ responseMetadata }),
  },
  getDeviceRegistrationNonce: {
    summary: 'Get a nonce to register a device with',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({ requestMetadata, deviceReferenceId }),
    response: Type.Object({ responseMetadata, nonce: Type.String({ maxLength: 32 }) }),
  },
  registerDevice: {
    summary: 'Register a device',
    metadata: true,
    bodyLimit: MIB,
    request: Type.Object({
      requestMetadata,
      deviceReferenceId,
      deviceIdentityCertificate: Type.Optional(certificate('Deprecated: the whole chain in one value.')),
      deviceIdentityCertificateChain: Type.Optional(
        Type.Array(certificate('DER X.509 certificate, leaf first.'), { maxItems: 16 }),
      ),
    }),
    response: Type.Object({ responseMetadata }),
  },
  getIdentityKey: {
    summary: "Get the issuer's identity key certificates",
    metadata: false,
    bodyLimit: MIB,
    request: Type.Object({}),
    response: Type.Object({ issuerIdentityCertificate: Type.Array(certificate('DER X.509 certificate.')) }),
  },
  getHybridEncryptionKey: {
    summary: "Get the issuer's active encryption key certificate",
    metadata: false,
    bodyLimit: MIB,
    request: Type.Object({}),
    response: Type.Object({ issuerEncryptionCertificate: certificate('DER X.509 certificate.') }),
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export type RequestOf<Name extends OperationName> = Static<(typeof OPERATIONS)[Name]['request']>;
type FullResponseOf<Name extends OperationName> = Static<(typeof OPERATIONS)[Name]['response']>;

/** What an operation answers; the response metadata is added in one place. */
export type ResponseOf<Name extends OperationName> = Omit<FullResponseOf<Name>, 'responseMetadata'>;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** `{base_url}` + this = the address of an operation. */
export function operationPath(name: OperationName): string {
  return `/v1/vdc/${name}`;
}
