import type { Challenged, Rejected, UserActionRequired } from '../contract/index.ts';
import type { CredentialEvent, CredentialState } from '../credential/state-machine.ts';
import type { RejectionCause } from '../proofing/rejections.ts';
import type { ProofingEvent, ProofingState } from '../proofing/state-machine.ts';

/** All times are milliseconds since the Unix epoch. `revision` counts the changes of a row. */
export interface Device {
  readonly deviceReferenceId: string;
  readonly revision: number;
  /** The open registration nonce; absent when none was asked for or the last one was used. */
  readonly nonce?: { readonly value: string; readonly expiresAt: number };
  readonly registration?: DeviceRegistration;
  /** Which HPKE context placement the device was seen to use. */
  readonly hpkeContextMode?: HpkeContextMode;
}

export type HpkeContextMode = 'info' | 'aad' | 'none';

export interface DeviceRegistration {
  /** The device credential key: uncompressed P-256 point, 65 bytes. */
  readonly credentialKey: Uint8Array;
  /** SHA-256 of the leaf certificate: the same leaf again is a retry. */
  readonly leafHash: Uint8Array;
  readonly securityLevel: 'trustedEnvironment' | 'strongBox';
  /** Tag 721 in hardwareEnforced: the key signs nothing but Identity Credential structures. */
  readonly identityCredentialKey: boolean;
  readonly registeredAt: number;
}

export interface Proofing {
  readonly proofingId: string;
  readonly revision: number;
  readonly deviceReferenceId: string;
  readonly state: ProofingState;
  /** Absent when no record could be found by the evidence. */
  readonly holderId?: string;
  /** Keyed digest of the decrypted evidence: what tells a retry from a different request. */
  readonly evidenceHash: Uint8Array;
  readonly reverifiesCredentialId?: string;
  readonly rejected?: Rejected;
  /** What stood in the way where nobody decided; for the issuer's own eyes. */
  readonly cause?: RejectionCause;
  readonly challenged?: Challenged;
  /** When a pending or challenged proofing expires. */
  readonly deadlineAt?: number;
  readonly createdAt: number;
  readonly decidedAt?: number;
}

export interface Credential {
  readonly credentialId: string;
  readonly revision: number;
  readonly deviceReferenceId: string;
  readonly proofingId: string;
  readonly holderId: string;
  readonly state: CredentialState;
  /** The newest version; changes only when the holder's data changes. */
  readonly versionId: string;
  /** The holder's record version that `versionId` stands for. */
  readonly recordVersion: number;
  /** SHA-256 of the current ProofOfProvisioning payload; absent until it was verified. */
  readonly proofOfProvisioningHash?: Uint8Array;
  readonly userActionRequired?: UserActionRequired;
  /** When the required action expires. */
  readonly deadlineAt?: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the wallet reported that it is gone from the device; a revoked one is reported too. */
  readonly deletedAt?: number;
}

export interface Holder {
  readonly holderId: string;
  readonly revision: number;
  readonly documentType: string;
  readonly state: 'active' | 'revoked';
  /** Counts the changes of the data. */
  readonly recordVersion: number;
  /** The record: `{ + namespace => [ + [element identifier, value] ] }` in CBOR, values shortest form. */
  readonly record: Uint8Array;
  /** The day, `YYYY-MM-DD`, on which an element that follows from the date of birth will be another. */
  readonly changesOn?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PreAuthorizationCode {
  /** Names the code where the code itself must not stand. */
  readonly codeId: string;
  /** Keyed digest of the code; the code itself is never stored. */
  readonly codeHash: Uint8Array;
  readonly holderId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The proofing that used it. */
  readonly usedBy?: string;
  readonly revokedAt?: number;
}

/** One certified authentication key. The row outlives the MSO bytes: a key is never certified twice. */
export interface IssuedMso {
  /** SHA-256 of the 65-byte key. */
  readonly keyHash: Uint8Array;
  readonly credentialId: string;
  readonly versionId: string;
  readonly batchId: string;
  readonly batchSize: number;
  /** StaticAuthData; absent once it was purged. */
  readonly staticAuthData?: Uint8Array;
  readonly expiresAt: number;
}

/** One line of the trail: what changed the state of what, and by which request. No personal data. */
export interface StateChange {
  readonly subject: 'device' | 'proofing' | 'credential' | 'holder' | 'code';
  readonly subjectId: string;
  readonly event:
    | ProofingEvent
    | CredentialEvent
    | 'create'
    | 'register'
    | 'update'
    | 'replaceNonce'
    | 'erase';
  readonly from?: string;
  readonly to?: string;
  readonly actor: Actor;
  /** A fixed code that the operator gave. */
  readonly reason?: string;
  readonly at: number;
}

/** Who caused a change: the wallet platform by a request, an operator (id of the user), or a passed deadline. */
export type Actor =
  | { readonly kind: 'wallet'; readonly requestId: string }
  | { readonly kind: 'operator'; readonly requestId: string; readonly operatorId: string }
  | { readonly kind: 'deadline' };
