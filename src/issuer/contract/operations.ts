import { type Static, type TSchema, Type } from 'typebox';
import {
  AuthKey,
  Credential,
  DeviceEncryptionKey,
  MobileSecurityObject,
  ProofOfProvisioning,
} from './encrypted-values.ts';
import { RequestMetadata, ResponseMetadata } from './metadata-and-errors.ts';
import { CredentialStatus, ProofingEvidence, ProofingStatus } from './proofing-and-credential.ts';
import { Base64, Identifier } from './scalars.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Largest bodies, computed from the limits of their fields in JSON. A wrapped value of 65 536 bytes has 87
 * 384 characters in base64; with key and signature (8 192 each) and identifier, 105 KB. An identifier of 256
 * characters takes 1.5 KB if every character is escaped.
 */
export const SMALL_BODY = 64 * KIB; // Four identifiers and a device encryption key: 25 KB; unknown members are ignored.
const CLIENT_MESSAGE_BODY = 512 * KIB; // 65 536 characters: 384 KB if every character is escaped.
const CERTIFICATES_BODY = MIB + 128 * KIB; // 16 certificates of 64 KB, and the deprecated single one.
const EVIDENCE_BODY = 4 * MIB; // 32 pieces of 105 KB: 3.3 MB.
const AUTH_KEYS_BODY = 4 * MIB; // A proof of provisioning of 105 KB and 100 certificates of up to 40 KB; real ones have 1 KB.

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
  /**
   * False for the two operations that retrieve keys: they declare no fields, and their bodies are ignored.
   */
  readonly metadata: boolean;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** The member of the request with the device's id. Rate limits count the requests of each device. */
  readonly device?: string;
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The twelve operations: `POST {base_url}/v1/vdc/<name>`. Routes, types, OpenAPI and the client come from here. */
export const OPERATIONS = {
  healthCheck: {
    summary: 'Test connectivity',
    metadata: true,
    bodyLimit: CLIENT_MESSAGE_BODY,
    request: Type.Object({ requestMetadata, clientMessage: Type.Optional(clientMessage) }),
    response: Type.Object({ responseMetadata, clientMessage }),
  },
  proofUser: {
    summary: 'Submit evidence to proof a user for a device',
    metadata: true,
    bodyLimit: EVIDENCE_BODY,
    device: 'deviceReferenceId',
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
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId }),
    response: Type.Object({ responseMetadata, proofingStatus: ProofingStatus }),
  },
  cancelProofing: {
    summary: 'Cancel a proofing',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId }),
    response: Type.Object({ responseMetadata }),
  },
  provisionCredential: {
    summary: 'Provision a credential to a device',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
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
    bodyLimit: AUTH_KEYS_BODY,
    device: 'deviceReferenceId',
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
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId }),
    response: Type.Object({ responseMetadata, credentialStatus: CredentialStatus, credentialVersionId }),
  },
  notifyCredentialDeleted: {
    summary: 'Tell the issuer that the wallet deleted a credential',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId }),
    response: Type.Object({ responseMetadata }),
  },
  getDeviceRegistrationNonce: {
    summary: 'Get a nonce to register a device with',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
    request: Type.Object({ requestMetadata, deviceReferenceId }),
    response: Type.Object({ responseMetadata, nonce: Type.String({ maxLength: 32 }) }),
  },
  registerDevice: {
    summary: 'Register a device',
    metadata: true,
    bodyLimit: CERTIFICATES_BODY,
    device: 'deviceReferenceId',
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
    bodyLimit: SMALL_BODY,
    request: Type.Object({}),
    response: Type.Object({ issuerIdentityCertificate: Type.Array(certificate('DER X.509 certificate.')) }),
  },
  getHybridEncryptionKey: {
    summary: "Get the issuer's active encryption key certificate",
    metadata: false,
    bodyLimit: SMALL_BODY,
    request: Type.Object({}),
    response: Type.Object({ issuerEncryptionCertificate: certificate('DER X.509 certificate.') }),
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export type RequestOf<Name extends OperationName> = Static<(typeof OPERATIONS)[Name]['request']>;
type FullResponseOf<Name extends OperationName> = Static<(typeof OPERATIONS)[Name]['response']>;

/** The response of an operation without its metadata, which the panel adds. */
export type ResponseOf<Name extends OperationName> = Omit<FullResponseOf<Name>, 'responseMetadata'>;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** The device that a checked request is about. */
export function deviceOf(name: OperationName, request: object): string | undefined {
  const { device }: Operation = OPERATIONS[name];
  return device === undefined ? undefined : (request as Readonly<Record<string, string>>)[device];
}

/** `{base_url}` + this = the address of an operation. */
export function operationPath(name: OperationName): string {
  return `/v1/vdc/${name}`;
}
