import type { Actor, Approval } from '../../issuer/model/index.ts';
import type { OperatorWriter } from '../../issuer/ports/operators.ts';
import { applyApprovalDeadline, changeApproval } from './approval.ts';

interface Kept {
  readonly id?: string;
  readonly holderId?: string;
  readonly ids?: readonly string[];
}

/** Whatever the method is: which ones wait is a setting. */
function isAbout({ arguments: kept = '{}' }: Approval, wanted: ReadonlySet<string>): boolean {
  const { id, holderId, ids = [] } = JSON.parse(kept) as Kept;
  return [id, holderId, ...ids].some((one) => one !== undefined && wanted.has(one));
}

async function idsOf(writer: OperatorWriter, holderId: string): Promise<readonly string[]> {
  const ids = [holderId];
  for (const proofingId of await writer.proofingsOfHolder(holderId)) {
    ids.push(proofingId);
    ids.push(...(await writer.credentialsOfProofing(proofingId)).map((one) => one.credentialId));
  }
  return ids;
}

/**
 * Ends waiting requests that name the holder, one of its proofings or one of its credentials, because their content is personal
 * data of the holder. A waiting import ends as a whole; the records of other holders can be imported again.
 */
export async function endApprovalsAbout(
  writer: OperatorWriter,
  holderId: string,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<void> {
  const ids = await idsOf(writer, holderId);
  const wanted = new Set(ids);
  const by = actor.kind === 'operator' ? { decidedBy: actor.operatorId } : {};
  for (const stored of await writer.approvalsNaming(ids)) {
    if (!isAbout(stored, wanted)) continue;
    const approval = await applyApprovalDeadline(writer, stored, at);
    if (approval.arguments === undefined) continue;
    await changeApproval(writer, approval, { event: 'refuse', failure: 'HOLDER_ERASED', ...by, actor, at });
  }
}
