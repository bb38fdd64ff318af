export type { Actor, AuditEntry, OperatorActor } from '../../audit/entry.ts';
export type { Approval, ApprovalEvent, ApprovalState } from './approval.ts';
export type { Credential, CredentialEvent, CredentialState, IssuedMso } from './credential.ts';
export type { Device, DeviceRegistration, HpkeContextMode } from './device.ts';
export type { Holder, PreAuthorizationCode } from './holder.ts';
export {
  END_CAUSES,
  type EndCause,
  type Proofing,
  type ProofingEvent,
  type ProofingState,
  REJECTION_CAUSES,
  type RejectionCause,
} from './proofing.ts';
export { type CheckedRecord, type Finding, isError } from './record.ts';
