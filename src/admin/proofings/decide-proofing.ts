import { retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import {
  CHALLENGE_KINDS,
  type Challenged,
  REJECTION_REASONS,
  type Rejected,
  type Rejection,
} from '../../issuer/contract/index.ts';
import type { IssuerDeps } from '../../issuer/deps.ts';
import type { Actor, Proofing, ProofingEvent } from '../../issuer/model/index.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { IssuerWriter } from '../../issuer/ports/store.ts';
import { changeProofing } from '../../issuer/proofing/change.ts';
import { deadlineIn, settleProofing } from '../../issuer/proofing/current-proofing.ts';
import { nextProofingState } from '../../issuer/proofing/state-machine.ts';
import { toldInWords } from '../../issuer/refused-event.ts';
import { proofingById } from '../found.ts';
import type { AdminRequest, ProofingView } from '../issuer-contract.ts';
import type { AdminOperation } from '../operation.ts';
import { proofingView } from '../views.ts';
import { requireAcceptable } from './may-accept.ts';

type Deps = Pick<IssuerDeps, 'store' | 'clock' | 'policy'>;

/** Throws StatusError when the decision cannot be taken as things stand. */
type Check = (writer: IssuerWriter, proofing: Proofing, at: number) => Promise<void>;

interface Decision {
  readonly check?: Check;
  readonly event: ProofingEvent;
  readonly rejected?: Rejected;
  readonly challenged?: Challenged;
  readonly note?: string | undefined;
}

async function decide(
  { store, clock, policy }: Deps,
  id: string,
  decision: Decision,
  actor: Actor,
): Promise<ProofingView> {
  const at = clock();
  const { check, note, ...change } = decision;
  const apply = () =>
    store.write(async (writer) => {
      const proofing = await settleProofing(writer, await proofingById(writer, id), at);
      await check?.(writer, proofing, at);
      return toldInWords(writer, { subject: 'proofing', subjectId: id, at }, () => {
        const deadline = deadlineIn(nextProofingState(proofing.state, change.event), proofing, policy, at);
        const noted = note === undefined ? {} : { note };
        return changeProofing(writer, proofing, { ...change, ...deadline, ...noted, actor, at });
      });
    });
  return proofingView(await retryOnConflict(apply));
}

/** What an operator who gives no reason means: the record, not the person's evidence, stands in the way. */
const NO_REASON: Rejection = { recordInvalid: { invalidityReason: 'not accepted by the issuer' } };

function requireOne(detail: object, kinds: object, field: string): void {
  const given = Object.keys(detail).filter((member) => Object.hasOwn(kinds, member));
  if (given.length === 1) return;
  const description = `needs exactly one of ${Object.keys(kinds).join(', ')}`;
  throw new StatusError('INVALID_ARGUMENT', 'DETAIL_INVALID', `${field} ${description}`, [
    { field, description },
  ]);
}

/** A Rejected message; a Rejection alone is its primary one. */
function rejectedOf(detail: AdminRequest<'rejectProofing'>['detail']): Rejected {
  if (!detail) return { primaryRejection: NO_REASON };
  const { primaryRejection, additionalRejections, ...alone } = detail;
  const primary = primaryRejection ?? alone;
  requireOne(primary, REJECTION_REASONS, primaryRejection ? 'detail.primaryRejection' : 'detail');
  for (const [index, additional] of (additionalRejections ?? []).entries()) {
    requireOne(additional, REJECTION_REASONS, `detail.additionalRejections[${index}]`);
  }
  return { primaryRejection: primary, ...(additionalRejections ? { additionalRejections } : {}) };
}

function challengedOf(
  detail: AdminRequest<'challengeProofing'>['detail'],
  { challenges }: Pick<IssuerPolicy, 'challenges'>,
): Challenged {
  if (!detail) return { [challenges[0]]: {} };
  requireOne(detail, CHALLENGE_KINDS, 'detail');
  if (challenges.some((kind) => detail[kind] !== undefined)) return detail;
  const description = `must be of a kind that the policy allows: ${challenges.join(', ')}`;
  throw new StatusError('FAILED_PRECONDITION', 'CHALLENGE_NOT_ALLOWED', `the challenge ${description}`);
}

export const acceptProofing: AdminOperation<'acceptProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  ({ id, note }, actor) => {
    const check: Check = (writer, proofing, at) => requireAcceptable(writer, proofing, at, deps.policy);
    return decide(deps, id, { event: 'accept', check, note }, actor);
  };

export const rejectProofing: AdminOperation<'rejectProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  async ({ id, detail, note }, actor) =>
    decide(deps, id, { event: 'reject', rejected: rejectedOf(detail), note }, actor);

export const challengeProofing: AdminOperation<'challengeProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  async ({ id, detail, note }, actor) => {
    const challenged = challengedOf(detail, deps.policy);
    return decide(deps, id, { event: 'challenge', challenged, note }, actor);
  };

export const resumeProofing: AdminOperation<'resumeProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  ({ id, note }, actor) =>
    decide(deps, id, { event: 'resume', note }, actor);

export const revokeProofing: AdminOperation<'revokeProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  ({ id, note }, actor) =>
    decide(deps, id, { event: 'revoke', note }, actor);
