import { type Static, type TSchema, Type } from 'typebox';
import {
  AuthKey,
  Credential,
  DeviceEncryptionKey,
  MobileSecurityObject,
  ProofOfProvisioning,
} from './encrypted-values.ts';
import { RequestMetadata, ResponseMetadata } from './metadata-and-errors.ts';
import { OPERATION_OUTLINES, type OperationName, type OperationOutline } from './operation-outlines.ts';
import { CredentialStatus, ProofingEvidence, ProofingStatus } from './proofing-and-credential.ts';
import { Base64, Identifier } from './scalars.ts';

const requestMetadata = RequestMetadata;
const responseMetadata = ResponseMetadata;
const deviceReferenceId = Identifier('The device and the identity key associated with it.');
const proofingId = Identifier('A proofing with a specific bundle of evidence for a specific device.');
const credentialId = Identifier('A credential provisioned to a device.');
const credentialVersionId = Type.String({ description: 'The version of the credential.' });
const clientMessage = Type.String({ description: 'Echoed.', maxLength: 65_536 });
const certificate = (description: string) => Base64(description, 65_536);

interface Operation extends OperationOutline {
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The twelve operations: `POST {base_url}/v1/vdc/<name>`. Routes, types, OpenAPI and the client come from here. */
export const OPERATIONS = {
  healthCheck: {
    ...OPERATION_OUTLINES.healthCheck,
    request: Type.Object({ requestMetadata, clientMessage: Type.Optional(clientMessage) }),
    response: Type.Object({ responseMetadata, clientMessage }),
  },
  proofUser: {
    ...OPERATION_OUTLINES.proofUser,
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
    ...OPERATION_OUTLINES.getProofingStatus,
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId }),
    response: Type.Object({ responseMetadata, proofingStatus: ProofingStatus }),
  },
  cancelProofing: {
    ...OPERATION_OUTLINES.cancelProofing,
    request: Type.Object({ requestMetadata, deviceReferenceId, proofingId }),
    response: Type.Object({ responseMetadata }),
  },
  provisionCredential: {
    ...OPERATION_OUTLINES.provisionCredential,
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
    ...OPERATION_OUTLINES.provisionMobileSecurityObjects,
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
    ...OPERATION_OUTLINES.getCredentialStatus,
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId }),
    response: Type.Object({ responseMetadata, credentialStatus: CredentialStatus, credentialVersionId }),
  },
  notifyCredentialDeleted: {
    ...OPERATION_OUTLINES.notifyCredentialDeleted,
    request: Type.Object({ requestMetadata, deviceReferenceId, credentialId }),
    response: Type.Object({ responseMetadata }),
  },
  getDeviceRegistrationNonce: {
    ...OPERATION_OUTLINES.getDeviceRegistrationNonce,
    request: Type.Object({ requestMetadata, deviceReferenceId }),
    response: Type.Object({ responseMetadata, nonce: Type.String({ maxLength: 32 }) }),
  },
  registerDevice: {
    ...OPERATION_OUTLINES.registerDevice,
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
    ...OPERATION_OUTLINES.getIdentityKey,
    request: Type.Object({}),
    response: Type.Object({ issuerIdentityCertificate: Type.Array(certificate('DER X.509 certificate.')) }),
  },
  getHybridEncryptionKey: {
    ...OPERATION_OUTLINES.getHybridEncryptionKey,
    request: Type.Object({}),
    response: Type.Object({ issuerEncryptionCertificate: certificate('DER X.509 certificate.') }),
  },
} as const satisfies Record<OperationName, Operation>;

export type RequestOf<Name extends OperationName> = Static<(typeof OPERATIONS)[Name]['request']>;
type FullResponseOf<Name extends OperationName> = Static<(typeof OPERATIONS)[Name]['response']>;

/** The response of an operation without its metadata, which the panel adds. */
export type ResponseOf<Name extends OperationName> = Omit<FullResponseOf<Name>, 'responseMetadata'>;
