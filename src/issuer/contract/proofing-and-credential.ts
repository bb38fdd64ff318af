import { type Static, Type } from 'typebox';
import { ProofingEvidenceEvidence } from './encrypted-values.ts';
import { DebugText, Empty, Int32, Int64String } from './scalars.ts';

export const ProofingEvidence = Type.Object({
  preAuthorizationCode: Type.Optional(ProofingEvidenceEvidence),
});
export type ProofingEvidence = Static<typeof ProofingEvidence>;

/** The members of a Rejection that give its reason; exactly one is set. */
export const REJECTION_REASONS = {
  evidenceMismatch: Type.Object({ evidenceType: Type.Optional(DebugText('Which evidence; debug text.')) }),
  evidenceIncomplete: Type.Object({ evidenceType: Type.Optional(DebugText('Which evidence; debug text.')) }),
  lowRiskScore: Empty('Deprecated. Use riskCheckFailure or livenessCheckFailure.'),
  recordNotFound: Empty("The record does not exist in the issuer's system, or is opted out."),
  recordInvalid: Type.Object({ invalidityReason: Type.Optional(DebugText('Why the record is invalid.')) }),
  maxProvisioningsReached: Type.Object({
    maxNumberOfProvisioningsAllowed: Type.Optional(Int32('Devices allowed by issuer policy.')),
  }),
  riskCheckFailure: Empty('A risk score check failed.'),
  livenessCheckFailure: Empty('A liveness check failed.'),
} as const;

export const Rejection = Type.Object({
  rejectionDescription: Type.Optional(DebugText('Debug text for support staff; no personal data.')),
  issuerRejectionIdentifier: Type.Optional(DebugText('Issuer-generated identifier of this rejection.')),
  ...Type.Partial(Type.Object(REJECTION_REASONS)).properties,
});
export type Rejection = Static<typeof Rejection>;

export const Rejected = Type.Object({
  primaryRejection: Rejection,
  additionalRejections: Type.Optional(Type.Array(Rejection, { maxItems: 16 })),
});
export type Rejected = Static<typeof Rejected>;

/** The members of a challenge that name the user's task; exactly one is set. */
export const CHALLENGE_KINDS = {
  physicalLocationVisit: Empty('The user must visit a physical location.'),
  issuerUrlVisit: Empty('The user must complete a challenge at an issuer URL.'),
  additionalTimeRequired: Type.Object({
    estimatedCompletion: Type.Optional(Int64String('When the review is expected to end, milliseconds.')),
  }),
} as const;

export const Challenged = Type.Object({
  challengeDescription: Type.Optional(DebugText('Debug text, never shown to users; no personal data.')),
  ...Type.Partial(Type.Object(CHALLENGE_KINDS)).properties,
});
export type Challenged = Static<typeof Challenged>;

/** One member per status; exactly one is present. */
export const ProofingStatus = Type.Partial(
  Type.Object({
    pending: Empty('The issuer has not yet decided.'),
    accepted: Empty('The issuer accepted the proofing.'),
    rejected: Rejected,
    challenged: Challenged,
    canceled: Empty('The user canceled the proofing.'),
    revoked: Empty('The issuer revoked the proofing.'),
    expired: Empty('No decision was made before an issuer-set deadline.'),
  }),
);
export type ProofingStatus = Static<typeof ProofingStatus>;

const EnforcementHint = Type.Object({
  revocationHint: Type.Optional(Empty('The credential will be revoked.')),
});

const SubmitProofing = Type.Object({
  limitedAttempts: Type.Optional(
    Type.Object({
      remainingAttempts: Type.Optional(Int32('For display only.')),
      maxAttempts: Type.Optional(Int32('For display only.')),
      maxAttemptsEnforcementHint: Type.Optional(EnforcementHint),
    }),
  ),
  unlimitedAttempts: Type.Optional(Empty('The issuer is advised against using it.')),
});

export const UserActionRequired = Type.Object({
  deadlineTimeMillis: Int64String('When the action expires, milliseconds since the epoch.'),
  deadlineEnforcementHint: Type.Optional(EnforcementHint),
  submitProofing: Type.Optional(SubmitProofing),
});
export type UserActionRequired = Static<typeof UserActionRequired>;

/** Exactly one of the first four members. `userActionRequired` accompanies `active` if the user has to act. */
export const CredentialStatus = Type.Partial(
  Type.Object({
    provisionPending: Empty('The credential can be retrieved but has no proof of provisioning yet.'),
    active: Empty('Active and usable; MSOs can be retrieved only in this status.'),
    revoked: Empty('Final and unusable; set by the issuer only.'),
    deleted: Empty('Was provisioned and has been deleted from the device; set by the wallet only.'),
    userActionRequired: UserActionRequired,
  }),
);
export type CredentialStatus = Static<typeof CredentialStatus>;
