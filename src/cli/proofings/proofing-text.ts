import { DECISION_WORDS as WORDS } from '../../admin/contract/explained/decisions.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { type Decision, decisionFacts, messageText } from '../../client/decision-text.ts';
import { facts } from '../output.ts';
import { zoned } from '../table/time-text.ts';

export type Proofing = AdminResponse<'getProofing'>;
type Event = AdminResponse<'listEvents'>['events'][number];

const timeText = (milliseconds: number) => zoned(new Date(milliseconds).toISOString());

/** Labels of the command line begin with a small letter. */
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Reason, message to the wallet and note, each with its label. */
export const decidedFacts = (decided: Decision) =>
  decisionFacts(decided, WORDS, timeText).map(([label, value]) => [lower(label), value] as const);

/** What the wallet gets beside the reason, in one line. */
export const sentText = (decided: Decision) => messageText(decided, WORDS, timeText);

/** The decision of a proofing in words: of its entry in the audit log, or as far as the proofing itself has it. */
function decidedOf({ decision, rejected, challenged, rejectionCause, endCause }: Proofing): Decision {
  if (decision) return decision;
  const message = { ...(rejected && { rejected }), ...(challenged && { challenged }) };
  return { reason: rejectionCause ?? endCause, ...(Object.keys(message).length > 0 && { message }) };
}

export const stateText = (state: string): string =>
  (WORDS.states as Readonly<Record<string, string>>)[state] ?? state;

/** Who made the change. */
export const authorOf = ({ operatorName, operatorId, callerName, callerId, actor }: Event): string =>
  operatorName ?? operatorId ?? callerName ?? callerId ?? actor;

/** The state of a proofing, with its main reason. */
export function stateWithReason(proofing: Proofing): string {
  const [reason] = decidedFacts({ ...decidedOf(proofing), note: undefined });
  return [stateText(proofing.state), ...(reason ? [reason[1]] : [])].join(': ');
}

/** A proofing, one fact in each line. */
export function proofingText(proofing: Proofing & { readonly holderName?: string }): string {
  const { id, state, holderName, holderId, deviceReferenceId, reverifiesCredentialId, claim, decision } =
    proofing;
  const { createTime, decideTime, deadlineTime } = proofing;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['person', holderName],
    ['proofing', id],
    ['state', stateText(state)],
    ...decidedFacts(decidedOf(proofing)),
    ['by', decision && authorOf(decision)],
    ['approved by', decision && (decision.approverName ?? decision.approverId)],
    ['at', decision?.time ?? decideTime],
    ['holder', holderId],
    ['device', deviceReferenceId],
    ['verifies again', reverifiesCredentialId],
    ['open by', claim && `${claim.name ?? claim.operatorId}, until ${zoned(claim.expireTime)}`],
    ['received', createTime],
    ['expires', deadlineTime],
  ];
  return facts(Object.fromEntries(lines.filter(([, value]) => value !== undefined)));
}
