import { encode } from '../../cbor/index.ts';
import type { RawSigner } from '../../cose/index.ts';
import { spkiFromPoint } from '../../ec/index.ts';
import {
  type Certificate,
  type DistinguishedName,
  encodeBasicConstraints,
  encodeExtension,
  encodeKeyUsage,
  encodeName,
  signCertificate,
} from '../../x509/index.ts';
import type { AttestationApplicationId, RootOfTrust } from './application-and-boot.ts';
import type { AuthorizationList } from './authorization-list.ts';
import {
  encodeKeyDescription,
  KEY_DESCRIPTION_OID,
  type KeyDescription,
  SECURITY_LEVEL,
} from './key-description.ts';
import { PROVISIONING_INFO_OID } from './provisioning.ts';

export interface DeviceState {
  readonly securityLevel: 'trustedEnvironment' | 'strongBox';
  readonly rootOfTrust: RootOfTrust;
  readonly osVersion: number;
  /** YYYYMM */
  readonly osPatchLevel: number;
  /** YYYYMMDD */
  readonly vendorPatchLevel: number;
  readonly bootPatchLevel: number;
}

export interface CredentialKeySpec {
  readonly challenge: Uint8Array;
  readonly device: DeviceState;
  readonly application: AttestationApplicationId;
  /** Milliseconds. */
  readonly createdAt: number;
}

// AOSP KeyPurpose, Algorithm, Digest, EcCurve, KeyOrigin
const SIGN = 2;
const VERIFY = 3;
const EC = 3;
const SHA_2_256 = 4;
const SHA_2_512 = 6;
const P_256 = 1;
const GENERATED = 0;

/**
 * Describes a credential key as the Identity Credential implementation does (AOSP
 * IWritableIdentityCredential.aidl).
 */
export function describeIdentityCredentialKey(spec: CredentialKeySpec): KeyDescription {
  return keyDescription(spec, { purpose: [SIGN], digest: [SHA_2_256], identityCredentialKey: true });
}

/** Describes a credential key as the keystore does for a credential store in software. */
export function describeKeystoreKey(spec: CredentialKeySpec): KeyDescription {
  return keyDescription(spec, { purpose: [SIGN, VERIFY], digest: [SHA_2_256, SHA_2_512], origin: GENERATED });
}

function keyDescription(spec: CredentialKeySpec, key: AuthorizationList): KeyDescription {
  const { securityLevel, rootOfTrust, ...versions } = spec.device;
  const level = SECURITY_LEVEL[securityLevel];
  return {
    attestationVersion: 300,
    attestationSecurityLevel: level,
    keymasterVersion: 300,
    keymasterSecurityLevel: level,
    attestationChallenge: spec.challenge,
    uniqueId: new Uint8Array(0),
    softwareEnforced: {
      creationDateTime: BigInt(spec.createdAt),
      attestationApplicationId: spec.application,
    },
    hardwareEnforced: {
      algorithm: EC,
      keySize: 256,
      ecCurve: P_256,
      noAuthRequired: true,
      rootOfTrust,
      ...versions,
      ...key,
    },
  };
}

export interface AttestationAuthoritySpec {
  readonly subject: DistinguishedName;
  /** The issuing certificate; if absent, a self-signed root is made. */
  readonly issuer?: Certificate;
  /** Uncompressed P-256 point. */
  readonly subjectPoint: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Adds provisioning info, as attesters of remotely provisioned chains have it. */
  readonly certificatesIssued?: number;
}

/**
 * A root, intermediate or attester of an attestation chain. `sign` uses the key of the issuer; a root signs
 * itself.
 */
export function makeAttestationAuthority(
  spec: AttestationAuthoritySpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  const subject = encodeName(spec.subject);
  const extensions = [encodeBasicConstraints({ ca: true }), encodeKeyUsage(['keyCertSign'])];
  if (spec.certificatesIssued !== undefined) {
    const info = encode(new Map([[1, spec.certificatesIssued]]));
    extensions.push(encodeExtension(PROVISIONING_INFO_OID, false, info));
  }
  const fields = {
    serialNumber: spec.serialNumber,
    issuer: spec.issuer?.subject ?? subject,
    subject,
    notBefore: spec.notBefore,
    notAfter: spec.notAfter,
    spki: spkiFromPoint(spec.subjectPoint),
    extensions,
  };
  return signCertificate(fields, sign);
}

export interface AttestedKeySpec {
  readonly description: KeyDescription;
  readonly attester: Certificate;
  readonly subjectPoint: Uint8Array;
  readonly commonName: string;
  /** Milliseconds. The certificate ends at the same time as that of the attester. */
  readonly notBefore: number;
}

/** The leaf: serial number 1, digitalSignature, the key description. `sign` uses the attester's key. */
export function makeAttestedKeyCertificate(spec: AttestedKeySpec, sign: RawSigner): Promise<Uint8Array> {
  const { attester, description } = spec;
  const fields = {
    serialNumber: Uint8Array.of(1),
    issuer: attester.subject,
    subject: encodeName({ commonName: spec.commonName }),
    notBefore: spec.notBefore,
    notAfter: attester.notAfter,
    spki: spkiFromPoint(spec.subjectPoint),
    extensions: [
      encodeKeyUsage(['digitalSignature']),
      encodeExtension(KEY_DESCRIPTION_OID, false, encodeKeyDescription(description)),
    ],
  };
  return signCertificate(fields, sign);
}
