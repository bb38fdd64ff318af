import type { Challenged, Rejected } from '../contract/index.ts';

export type ProofingState =
  | 'pending'
  | 'accepted'
  | 'rejected'
  | 'challenged'
  | 'canceled'
  | 'revoked'
  | 'expired';

/**
 * `resume`: the user completed the challenge, and the issuer decides again. `expire`: the deadline passed.
 * `replaceKey`: the device registered a new identity key.
 */
export type ProofingEvent =
  | 'accept'
  | 'reject'
  | 'challenge'
  | 'resume'
  | 'cancel'
  | 'revoke'
  | 'expire'
  | 'replaceKey';

/** Why a proofing ended, if not by the user, an operator or a passed deadline. */
export const END_CAUSES = ['deviceKeyReplaced'] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** Why a proofing is rejected without a decision by an operator. */
export const REJECTION_CAUSES = [
  'evidenceMissing',
  'attemptsUsedUp',
  'codeUnknown',
  'codeExpired',
  'codeUsed',
  'codeRevoked',
  'codeOfOtherHolder',
  'recordMissing',
  'recordRevoked',
  'recordExpired',
  'recordCanceled',
  'recordSuspended',
  'recordNotEntitled',
  'recordUnusable',
  'devicesUsedUp',
] as const;
export type RejectionCause = (typeof REJECTION_CAUSES)[number];

export interface Proofing {
  readonly proofingId: string;
  readonly revision: number;
  readonly deviceReferenceId: string;
  readonly state: ProofingState;
  /** Absent if the evidence leads to no record, and in a reverification with the code of another holder. */
  readonly holderId?: string;
  /** Keyed digest of the decrypted evidence, which tells a retry from a different request. */
  readonly evidenceHash: Uint8Array;
  readonly reverifiesCredentialId?: string;
  /** Hash of the identity key that was registered when the proofing was requested. */
  readonly identityKeyHash?: Uint8Array;
  readonly rejected?: Rejected;
  /** Why it was rejected automatically. Not sent to wallets. */
  readonly cause?: RejectionCause;
  /** Why it was canceled or revoked automatically. Not sent to wallets. */
  readonly endCause?: EndCause;
  readonly challenged?: Challenged;
  /** When the proofing expires, if it is pending, challenged, or accepted but not provisioned yet. */
  readonly deadlineAt?: number;
  readonly createdAt: number;
  readonly decidedAt?: number;
}
