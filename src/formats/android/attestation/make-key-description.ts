import type { AttestationApplicationId } from './attestation-application-id.ts';
import type { AuthorizationList } from './authorization-list.ts';
import { type KeyDescription, SECURITY_LEVEL } from './key-description.ts';
import type { RootOfTrust } from './root-of-trust.ts';

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

/** What the Identity Credential implementation says about a credential key (AOSP IWritableIdentityCredential.aidl). */
export function describeIdentityCredentialKey(spec: CredentialKeySpec): KeyDescription {
  return keyDescription(spec, { purpose: [SIGN], digest: [SHA_2_256], identityCredentialKey: true });
}

/** What the keystore says about the credential key of a store built on it. */
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
