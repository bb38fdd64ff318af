import type {
  CHALLENGE_KINDS,
  Challenged,
  ProofingEvidence,
  REJECTION_REASONS,
  Rejected,
} from '../../../issuer/contract/index.ts';
import type { EndCause, ProofingState, RejectionCause } from '../../../issuer/model/index.ts';
import type { REVOCATION_REASONS } from '../credentials/methods.ts';

// What codes of decisions mean, as people read them. The console and the command line show these words.

const states: Readonly<Record<ProofingState, string>> = {
  pending: 'waits for a decision',
  challenged: 'waits for the person',
  accepted: 'accepted',
  rejected: 'rejected',
  canceled: 'canceled by the person',
  revoked: 'revoked',
  expired: 'expired',
};

const reasons: Readonly<Record<keyof typeof REJECTION_REASONS, string>> = {
  evidenceMismatch: 'Evidence does not match the record',
  evidenceIncomplete: 'Evidence is incomplete',
  lowRiskScore: 'Risk score is too low',
  recordNotFound: 'Record not found, or opted out',
  recordInvalid: 'Record is invalid',
  maxProvisioningsReached: 'Has as many devices as allowed',
  riskCheckFailure: 'Risk check failed',
  livenessCheckFailure: 'Liveness check failed',
};

const challenges: Readonly<Record<keyof typeof CHALLENGE_KINDS, string>> = {
  physicalLocationVisit: 'Visit an office',
  issuerUrlVisit: 'Complete a task on the issuer’s site',
  additionalTimeRequired: 'Wait, because the review takes longer',
};

/** Where the place or address comes from, for challenges whose message has none (the interface, Challenged). */
const outOfBand: Readonly<Partial<Record<keyof typeof CHALLENGE_KINDS, string>>> = {
  physicalLocationVisit:
    'The message names no place: the wallet shows the one that you gave its provider at onboarding.',
  issuerUrlVisit:
    'The message has no address: the wallet opens the one that you gave its provider at onboarding.',
};

const evidence: Readonly<Record<keyof ProofingEvidence, string>> = {
  preAuthorizationCode: 'Pre-authorization code',
};

const causes: Readonly<Record<RejectionCause | EndCause, string>> = {
  evidenceMissing: 'No evidence was sent',
  attemptsUsedUp: 'Too many wrong codes',
  codeUnknown: 'The code is unknown',
  codeExpired: 'The code was too old',
  codeUsed: 'The code was used before',
  codeRevoked: 'The code was revoked',
  codeOfOtherHolder: 'The code belongs to another holder',
  recordMissing: 'There is no record',
  recordRevoked: 'The record is revoked',
  recordExpired: 'The document has expired',
  recordCanceled: 'The record is canceled',
  recordSuspended: 'The record is suspended',
  recordNotEntitled: 'The record gives no right to a document',
  recordUnusable: 'The record cannot be used',
  devicesUsedUp: 'The holder has as many devices as allowed',
  deviceKeyReplaced: 'The device registered another key',
};

const revocations: Readonly<Record<(typeof REVOCATION_REASONS)[number], string>> = {
  deviceLost: 'Device lost',
  deviceStolen: 'Device stolen',
  deviceCompromised: 'Device compromised',
  documentRevoked: 'Document revoked',
  documentReplaced: 'Document replaced',
  holderDeceased: 'Holder has died',
  holderRequest: 'Holder requested it',
  issuedInError: 'Issued in error',
  fraud: 'Fraud',
  keyCompromised: 'Issuer’s key compromised',
  other: 'Other',
  unspecified: 'Not given',
};

/** Reasons of other entries of the audit log. */
const others: Readonly<Record<string, string>> = {
  deviceSilent: 'The device was silent for too long',
  legalHold: 'A legal hold forbids it',
  endedByAdministrator: 'An administrator ended it',
  code: 'One-time address',
  usedTwice: 'A code or token was used twice',
  compromised: 'Key compromised',
  scheduled: 'Scheduled',
  custodyMoved: 'Custody moved',
  keyLost: 'Key lost',
  variantA: 'Variant A was kept',
  variantB: 'Variant B was kept',
  databaseRestored: 'Database restored from a backup',
  trailChanged: 'Audit log was changed',
};

type MemberName =
  | 'evidenceType'
  | 'invalidityReason'
  | 'maxNumberOfProvisioningsAllowed'
  | 'estimatedCompletion'
  | (keyof Rejected['primaryRejection'] & ('rejectionDescription' | 'issuerRejectionIdentifier'))
  | (keyof Challenged & 'challengeDescription');

/** Members of a message to the wallet platform. */
const members: Readonly<Record<MemberName, string>> = {
  evidenceType: 'Which evidence',
  invalidityReason: 'Why the record is invalid',
  maxNumberOfProvisioningsAllowed: 'Devices allowed',
  estimatedCompletion: 'Decision expected',
  rejectionDescription: 'Text for the wallet’s support staff',
  challengeDescription: 'Text for the wallet’s support staff',
  issuerRejectionIdentifier: 'Rejection id',
};

export const DECISION_WORDS = {
  states,
  reasons,
  challenges,
  outOfBand,
  evidence,
  causes,
  revocations,
  others,
  members,
  reason: 'Reason',
  alsoReason: 'Also',
  sentReason: 'Reason sent to the wallet',
  task: 'What the person must do',
  note: 'Note',
} as const;
