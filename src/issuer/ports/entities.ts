import type { ApprovalEvent, ApprovalState } from '../approvals/state-machine.ts';
import type { Challenged, Rejected, UserActionRequired } from '../contract/index.ts';
import type { CredentialEvent, CredentialState } from '../credential/state-machine.ts';
import type { RejectionCause } from '../proofing/rejections.ts';
import type { EndCause, ProofingEvent, ProofingState } from '../proofing/state-machine.ts';

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
  /** From before a key was for one deviceReferenceId only: an earlier registered one has the same key. */
  readonly sharesKey?: true;
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
  /** Of the identity key that was registered when the proofing was asked for. */
  readonly identityKeyHash?: Uint8Array;
  readonly rejected?: Rejected;
  /** What stood in the way where nobody decided; for the issuer's own eyes. */
  readonly cause?: RejectionCause;
  /** Why it was canceled or revoked where nobody did that; for the issuer's own eyes. */
  readonly endCause?: EndCause;
  readonly challenged?: Challenged;
  /** When it expires: pending, challenged, or accepted and not provisioned yet. */
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
  /** Of the identity key that it was provisioned to. */
  readonly identityKeyHash?: Uint8Array;
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

/** Something that an operator asked for and that waits for a second person, or did. */
export interface Approval {
  readonly approvalId: string;
  readonly revision: number;
  readonly state: ApprovalState;
  /** Name of the method in the contract. */
  readonly method: string;
  /** Its request in canonical JSON; gone once nothing will be done with it any more. */
  readonly arguments?: string;
  readonly requestedBy: string;
  /** By which request it was asked for. */
  readonly requestId: string;
  /** Who approved or refused. */
  readonly decidedBy?: string;
  /** Reason of the refusal when the method failed. */
  readonly failure?: string;
  readonly createdAt: number;
  /** When it expires; while it runs, when it counts as interrupted. */
  readonly deadlineAt?: number;
  readonly endedAt?: number;
}

/** What is done to a key of the issuer, or with it by an operator. */
type KeyEvent =
  | 'request'
  | 'import'
  | 'startRotation'
  | 'finishRotation'
  | 'discard'
  | 'retire'
  | 'destroy'
  | 'signSpecimen'
  | 'rotateSealKey'
  | 'resetSeals';

/** The wallet platform is told of a subject once more by an operator's wish, or no longer because it does not answer. */
type NotificationEvent = 'notifyAgain' | 'stopNotifying';

/** One line of the trail: what changed the state of what, and by which request. No personal data but in the note. */
export interface StateChange {
  readonly subject:
    | 'device'
    | 'proofing'
    | 'credential'
    | 'holder'
    | 'code'
    | 'approval'
    | 'configuration'
    | 'key';
  readonly subjectId: string;
  readonly event:
    | ProofingEvent
    | CredentialEvent
    | ApprovalEvent
    | KeyEvent
    | NotificationEvent
    | 'create'
    | 'register'
    | 'update'
    | 'replaceNonce'
    | 'erase';
  readonly from?: string;
  readonly to?: string;
  readonly actor: Actor;
  /** A fixed code: what the operator gave, or why it happened by itself. */
  readonly reason?: string;
  /** The operator's own words; erased with the holder that they are about. */
  readonly note?: string;
  /** Names of what it is about: the method that waits, settings. Never values. */
  readonly concerns?: readonly string[];
  readonly at: number;
}

/**
 * Who caused a change: the wallet platform by a request, an operator (id of the user) and the one who approved it, a
 * passed deadline, or the server by being started.
 */
export type Actor =
  | { readonly kind: 'wallet'; readonly requestId: string }
  | OperatorActor
  | { readonly kind: 'deadline' }
  | { readonly kind: 'start' };

export interface OperatorActor {
  readonly kind: 'operator';
  readonly requestId: string;
  readonly operatorId: string;
  readonly approverId?: string;
}
