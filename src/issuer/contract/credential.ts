import { type Static, Type } from 'typebox';
import { Empty, Int32, Int64String } from './scalars.ts';

export const EnforcementHint = Type.Object({
  revocationHint: Type.Optional(Empty('The credential will be revoked.')),
});

export const SubmitProofing = Type.Object({
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

/** Exactly one of the first four; userActionRequired accompanies `active` when an action is due. */
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
