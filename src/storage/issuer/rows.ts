import type { Insertable, Selectable } from 'kysely';
import type { AttemptCount } from '../../conventions/attempt-limit.ts';
import type { Challenged, Rejected, UserActionRequired } from '../../issuer/contract/index.ts';
import type {
  Approval,
  ApprovalState,
  Credential,
  CredentialState,
  Device,
  DeviceRegistration,
  EndCause,
  Holder,
  HpkeContextMode,
  IssuedMso,
  PreAuthorizationCode,
  Proofing,
  ProofingState,
  RejectionCause,
} from '../../issuer/model/index.ts';
import { member, parseColumn } from '../columns.ts';
import type { IssuerTables } from '../schema/issuer.ts';

type Row<Table extends keyof IssuerTables> = Selectable<IssuerTables[Table]>;
type NewRow<Table extends keyof IssuerTables> = Insertable<IssuerTables[Table]>;

function registration(row: Row<'device'>): DeviceRegistration | null {
  if (row.credential_key === null || row.leaf_hash === null || !row.registered_at) return null;
  return {
    credentialKey: row.credential_key,
    leafHash: row.leaf_hash,
    securityLevel: row.security_level as DeviceRegistration['securityLevel'],
    identityCredentialKey: row.identity_credential_key === 1,
    registeredAt: row.registered_at,
  };
}

export function toDevice(row: Row<'device'>): Device {
  const { nonce, nonce_expires_at } = row;
  return {
    deviceReferenceId: row.device_reference_id,
    revision: row.revision,
    ...(nonce !== null && nonce_expires_at !== null
      ? { nonce: { value: nonce, expiresAt: nonce_expires_at } }
      : {}),
    ...member('registration', registration(row)),
    ...member('hpkeContextMode', row.hpke_context_mode as HpkeContextMode | null),
  };
}

export function fromDevice(device: Device): NewRow<'device'> {
  const { registration: registered } = device;
  return {
    device_reference_id: device.deviceReferenceId,
    revision: device.revision,
    nonce: device.nonce?.value ?? null,
    nonce_expires_at: device.nonce?.expiresAt ?? null,
    credential_key: registered?.credentialKey ?? null,
    leaf_hash: registered?.leafHash ?? null,
    security_level: registered?.securityLevel ?? null,
    identity_credential_key: registered ? Number(registered.identityCredentialKey) : null,
    registered_at: registered?.registeredAt ?? 0,
    hpke_context_mode: device.hpkeContextMode ?? null,
  };
}

export function toProofing(row: Row<'proofing'>): Proofing {
  const state = row.state as ProofingState;
  return {
    proofingId: row.proofing_id,
    revision: row.revision,
    deviceReferenceId: row.device_reference_id,
    state,
    evidenceHash: row.evidence_hash,
    createdAt: row.created_at,
    ...member('holderId', row.holder_id),
    ...member('reverifiesCredentialId', row.reverifies_credential_id),
    ...member('rejected', state === 'rejected' ? parseColumn<Rejected>(row.detail) : null),
    ...member('identityKeyHash', row.identity_key_hash),
    ...member('cause', row.rejection_cause as RejectionCause | null),
    ...member('endCause', row.end_cause as EndCause | null),
    ...member('challenged', state === 'challenged' ? parseColumn<Challenged>(row.detail) : null),
    ...member('deadlineAt', row.deadline_at),
    ...member('decidedAt', row.decided_at),
  };
}

export function fromProofing(proofing: Proofing): NewRow<'proofing'> {
  const detail = proofing.rejected ?? proofing.challenged;
  return {
    proofing_id: proofing.proofingId,
    revision: proofing.revision,
    device_reference_id: proofing.deviceReferenceId,
    state: proofing.state,
    holder_id: proofing.holderId ?? null,
    evidence_hash: proofing.evidenceHash,
    reverifies_credential_id: proofing.reverifiesCredentialId ?? null,
    detail: detail ? JSON.stringify(detail) : null,
    rejection_cause: proofing.cause ?? null,
    end_cause: proofing.endCause ?? null,
    identity_key_hash: proofing.identityKeyHash ?? null,
    rejection_id: proofing.rejected?.primaryRejection.issuerRejectionIdentifier ?? null,
    deadline_at: proofing.deadlineAt ?? null,
    created_at: proofing.createdAt,
    decided_at: proofing.decidedAt ?? null,
  };
}

export function toCredential(row: Row<'credential'>): Credential {
  return {
    credentialId: row.credential_id,
    revision: row.revision,
    deviceReferenceId: row.device_reference_id,
    proofingId: row.proofing_id,
    holderId: row.holder_id,
    state: row.state as CredentialState,
    versionId: row.version_id,
    recordVersion: row.record_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.channel && { channel: row.channel as NonNullable<Credential['channel']> }),
    ...member('identityKeyHash', row.identity_key_hash),
    ...member('proofOfProvisioningHash', row.proof_of_provisioning_hash),
    ...member('userActionRequired', parseColumn<UserActionRequired>(row.user_action_required)),
    ...member('deadlineAt', row.deadline_at),
    ...member('deletedAt', row.deleted_at),
  };
}

export function fromCredential(credential: Credential): NewRow<'credential'> {
  const action = credential.userActionRequired;
  return {
    credential_id: credential.credentialId,
    revision: credential.revision,
    device_reference_id: credential.deviceReferenceId,
    proofing_id: credential.proofingId,
    holder_id: credential.holderId,
    identity_key_hash: credential.identityKeyHash ?? null,
    state: credential.state,
    version_id: credential.versionId,
    record_version: credential.recordVersion,
    proof_of_provisioning_hash: credential.proofOfProvisioningHash ?? null,
    user_action_required: action ? JSON.stringify(action) : null,
    deadline_at: credential.deadlineAt ?? null,
    created_at: credential.createdAt,
    updated_at: credential.updatedAt,
    deleted_at: credential.deletedAt ?? null,
    ...(credential.channel && { channel: credential.channel }),
  };
}

export function toHolder(row: Row<'holder'>): Holder {
  return {
    holderId: row.holder_id,
    revision: row.revision,
    documentType: row.document_type,
    state: row.state as Holder['state'],
    recordVersion: row.record_version,
    record: row.record,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...member('changesOn', row.changes_on),
  };
}

export function fromHolder(holder: Holder): NewRow<'holder'> {
  return {
    holder_id: holder.holderId,
    revision: holder.revision,
    document_type: holder.documentType,
    state: holder.state,
    record_version: holder.recordVersion,
    record: holder.record,
    changes_on: holder.changesOn ?? null,
    created_at: holder.createdAt,
    updated_at: holder.updatedAt,
  };
}

export function toCode(row: Row<'pre_authorization_code'>): PreAuthorizationCode {
  return {
    codeId: row.code_id,
    codeHash: row.code_hash,
    holderId: row.holder_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...member('usedBy', row.used_by),
    ...member('revokedAt', row.revoked_at),
    ...member('txCodeHash', row.tx_code_hash),
  };
}

export function fromCode(code: PreAuthorizationCode): NewRow<'pre_authorization_code'> {
  return {
    code_id: code.codeId,
    code_hash: code.codeHash,
    holder_id: code.holderId,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
    used_by: code.usedBy ?? null,
    revoked_at: code.revokedAt ?? null,
    ...(code.txCodeHash && { tx_code_hash: code.txCodeHash }),
  };
}

export function toApproval(row: Row<'approval'>): Approval {
  return {
    approvalId: row.approval_id,
    revision: row.revision,
    state: row.state as ApprovalState,
    method: row.method,
    requestedBy: row.requested_by,
    requestId: row.request_id,
    createdAt: row.created_at,
    ...member('arguments', row.arguments),
    ...member('decidedBy', row.decided_by),
    ...member('failure', row.failure),
    ...member('deadlineAt', row.deadline_at),
    ...member('endedAt', row.ended_at),
  };
}

export function fromApproval(approval: Approval): NewRow<'approval'> {
  return {
    approval_id: approval.approvalId,
    revision: approval.revision,
    state: approval.state,
    method: approval.method,
    arguments: approval.arguments ?? null,
    requested_by: approval.requestedBy,
    request_id: approval.requestId,
    decided_by: approval.decidedBy ?? null,
    failure: approval.failure ?? null,
    created_at: approval.createdAt,
    deadline_at: approval.deadlineAt ?? null,
    ended_at: approval.endedAt ?? null,
  };
}

export function toCodeAttempts(row: Row<'code_attempt'>): AttemptCount {
  return { subject: row.subject, failures: row.failures, windowEndsAt: row.window_ends_at };
}

export function fromCodeAttempts(count: AttemptCount): NewRow<'code_attempt'> {
  return { subject: count.subject, failures: count.failures, window_ends_at: count.windowEndsAt };
}

export function toMso(row: Row<'issued_mso'>): IssuedMso {
  return {
    keyHash: row.key_hash,
    credentialId: row.credential_id,
    versionId: row.version_id,
    batchId: row.batch_id,
    batchSize: row.batch_size,
    expiresAt: row.expires_at,
    ...member('staticAuthData', row.static_auth_data),
  };
}

export function fromMso(mso: IssuedMso): NewRow<'issued_mso'> {
  return {
    key_hash: mso.keyHash,
    credential_id: mso.credentialId,
    version_id: mso.versionId,
    batch_id: mso.batchId,
    batch_size: mso.batchSize,
    static_auth_data: mso.staticAuthData ?? null,
    expires_at: mso.expiresAt,
    status_list_no: mso.status?.listNo ?? null,
    status_idx: mso.status?.idx ?? null,
    signer: mso.signer ?? null,
  };
}
