import type { Credential, Holder, Proofing } from '../issuer/model/index.ts';
import type { CredentialView, HolderView, ProofingView } from './issuer-contract.ts';

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function holderView(holder: Holder): HolderView {
  return {
    id: holder.holderId,
    documentType: holder.documentType,
    state: holder.state,
    recordVersion: holder.recordVersion,
    createTime: isoTime(holder.createdAt),
    updateTime: isoTime(holder.updatedAt),
  };
}

export function proofingView(proofing: Proofing): ProofingView {
  const { holderId, reverifiesCredentialId, rejected, cause, endCause, challenged } = proofing;
  const { decidedAt, deadlineAt } = proofing;
  return {
    id: proofing.proofingId,
    deviceReferenceId: proofing.deviceReferenceId,
    state: proofing.state,
    createTime: isoTime(proofing.createdAt),
    ...(holderId === undefined ? {} : { holderId }),
    ...(reverifiesCredentialId === undefined ? {} : { reverifiesCredentialId }),
    ...(rejected ? { rejected } : {}),
    ...(cause ? { rejectionCause: cause } : {}),
    ...(endCause ? { endCause } : {}),
    ...(challenged ? { challenged } : {}),
    ...(decidedAt === undefined ? {} : { decideTime: isoTime(decidedAt) }),
    ...(deadlineAt === undefined ? {} : { deadlineTime: isoTime(deadlineAt) }),
  };
}

export function credentialView(credential: Credential): CredentialView {
  const { userActionRequired } = credential;
  return {
    id: credential.credentialId,
    deviceReferenceId: credential.deviceReferenceId,
    holderId: credential.holderId,
    proofingId: credential.proofingId,
    state: credential.state,
    versionId: credential.versionId,
    recordVersion: credential.recordVersion,
    createTime: isoTime(credential.createdAt),
    updateTime: isoTime(credential.updatedAt),
    ...(userActionRequired ? { userActionRequired } : {}),
  };
}
