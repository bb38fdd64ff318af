import type { ProfileDialect } from '../../formats/android/index.ts';
import type { DeviceKey } from './device-key.ts';

/** How the credential key is attested: by Identity Credential hardware (tag 721) or by the plain keystore. */
export type AttestationProfile = 'hardware' | 'keystore';

export interface DeviceIdentity {
  /** The credential key. */
  readonly key: DeviceKey;
  /** DER, leaf first. */
  readonly chain: readonly Uint8Array[];
  /** Whether the issuer accepted it. */
  readonly registered: boolean;
}

export interface DeviceProofing {
  readonly proofingId: string;
  /**
   * SHA-256 of the evidence in hex, until the issuer acknowledges it. A retry with the same evidence keeps
   * the id.
   */
  readonly unacknowledged?: string;
}

export interface StoredCredential {
  readonly versionId: string;
  /** `{ provisionedData, accessControlProfiles }` in CBOR, as the issuer sent it. */
  readonly bytes: Uint8Array;
  /** Whether the issuer accepted the proof of provisioning of this version. */
  readonly proved: boolean;
}

/** An unused authentication key, certified or waiting for its certificate. */
export interface AuthKey {
  readonly key: DeviceKey;
  /** DER, signed by the credential key. */
  readonly certificate: Uint8Array;
  readonly certified?: {
    readonly staticAuthData: Uint8Array;
    /** Milliseconds since the Unix epoch. */
    readonly expiresAt: number;
  };
}

/** The stored state of a device for one document. Immutable. */
export interface DeviceState {
  readonly deviceReferenceId: string;
  readonly docType: string;
  readonly profile: AttestationProfile;
  /** Encoding of access control profiles in the proof of provisioning. */
  readonly dialect: ProfileDialect;
  /** The last registration nonce. */
  readonly nonce?: string;
  readonly identity?: DeviceIdentity;
  readonly proofing?: DeviceProofing;
  /** Stored before the first request that uses it. */
  readonly credentialId?: string;
  readonly credential?: StoredCredential;
  readonly authKeys: readonly AuthKey[];
  /** The credential that was deleted last. */
  readonly deletedCredentialId?: string;
}

const STAGES = ['new', 'known', 'registered', 'proofed', 'provisioned', 'active'] as const;

/** The stage of a device; `active` after its proof of provisioning was accepted. */
export type Stage = (typeof STAGES)[number];

export function stageOf({ nonce, identity, proofing, credential }: DeviceState): Stage {
  if (credential) return credential.proved ? 'active' : 'provisioned';
  if (identity?.registered) return proofing ? 'proofed' : 'registered';
  return nonce === undefined ? 'new' : 'known';
}

export function isAtLeast(stage: Stage, wanted: Stage): boolean {
  return STAGES.indexOf(stage) >= STAGES.indexOf(wanted);
}
