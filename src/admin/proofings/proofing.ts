import { isoTime } from '../../conventions/json-schema.ts';
import type { Proofing } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { ProofingView } from '../contract/proofings/methods.ts';
import { etagged } from '../operation/etagged.ts';
import { requireEntity } from '../operation/require-entity.ts';

export function proofingView(proofing: Proofing): ProofingView {
  const { holderId, reverifiesCredentialId, rejected, cause, endCause, challenged } = proofing;
  const { decidedAt, deadlineAt } = proofing;
  return etagged({
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
  });
}

export async function proofingById(reader: OperatorReader, id: string): Promise<Proofing> {
  return requireEntity(await reader.proofing(id), 'proofing');
}
