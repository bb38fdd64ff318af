export type { Actor, AuditEntry, OperatorActor } from '../../audit/entry.ts';
export {
  APPROVAL_DEADLINE_EVENTS,
  APPROVAL_TRANSITIONS,
  type Approval,
  type ApprovalEvent,
  type ApprovalState,
} from './approval.ts';
export type {
  Credential,
  CredentialChannel,
  CredentialEvent,
  CredentialState,
  IssuedMso,
} from './credential.ts';
export type { Device, DeviceRegistration, HpkeContextMode } from './device.ts';
export type { Holder, HolderSummary, PreAuthorizationCode } from './holder.ts';
export { type CheckedRecord, type Finding, isError } from './holder.ts';
export {
  END_CAUSES,
  type EndCause,
  type Proofing,
  type ProofingEvent,
  type ProofingState,
  REJECTION_CAUSES,
  type RejectionCause,
} from './proofing.ts';
