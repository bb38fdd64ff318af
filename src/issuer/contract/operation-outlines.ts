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

/** All of an operation but the shapes of its messages. Those take several times as long to load as Node takes to start. */
export interface OperationOutline {
  readonly summary: string;
  /**
   * False for the two operations that retrieve keys: they declare no fields, and their bodies are ignored.
   */
  readonly metadata: boolean;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** The member of the request with the device's id. Rate limits count the requests of each device. */
  readonly device?: string;
}

export const OPERATION_OUTLINES = {
  healthCheck: {
    summary: 'Test connectivity',
    metadata: true,
    bodyLimit: CLIENT_MESSAGE_BODY,
  },
  proofUser: {
    summary: 'Submit evidence to proof a user for a device',
    metadata: true,
    bodyLimit: EVIDENCE_BODY,
    device: 'deviceReferenceId',
  },
  getProofingStatus: {
    summary: 'Read the status of a proofing',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
  },
  cancelProofing: {
    summary: 'Cancel a proofing',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
  },
  provisionCredential: {
    summary: 'Provision a credential to a device',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
  },
  provisionMobileSecurityObjects: {
    summary: 'Certify authentication keys as mobile security objects',
    metadata: true,
    bodyLimit: AUTH_KEYS_BODY,
    device: 'deviceReferenceId',
  },
  getCredentialStatus: {
    summary: 'Read the status of a credential',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
  },
  notifyCredentialDeleted: {
    summary: 'Tell the issuer that the wallet deleted a credential',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
  },
  getDeviceRegistrationNonce: {
    summary: 'Get a nonce to register a device with',
    metadata: true,
    bodyLimit: SMALL_BODY,
    device: 'deviceReferenceId',
  },
  registerDevice: {
    summary: 'Register a device',
    metadata: true,
    bodyLimit: CERTIFICATES_BODY,
    device: 'deviceReferenceId',
  },
  getIdentityKey: {
    summary: "Get the issuer's identity key certificates",
    metadata: false,
    bodyLimit: SMALL_BODY,
  },
  getHybridEncryptionKey: {
    summary: "Get the issuer's active encryption key certificate",
    metadata: false,
    bodyLimit: SMALL_BODY,
  },
} as const satisfies Record<string, OperationOutline>;

export type OperationName = keyof typeof OPERATION_OUTLINES;

export const OPERATION_NAMES = Object.keys(OPERATION_OUTLINES) as readonly OperationName[];

/** `{base_url}` + this = the address of an operation. */
export function operationPath(name: OperationName): string {
  return `/v1/vdc/${name}`;
}

/** The device that a checked request is about. */
export function deviceOf(name: OperationName, request: object): string | undefined {
  const { device }: OperationOutline = OPERATION_OUTLINES[name];
  return device === undefined ? undefined : (request as Readonly<Record<string, string>>)[device];
}
