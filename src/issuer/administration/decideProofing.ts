import { retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import {
  CHALLENGE_KINDS,
  type Challenged,
  REJECTION_REASONS,
  type Rejected,
  type Rejection,
} from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { Actor, Proofing } from '../ports/entities.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { changeProofing } from '../proofing/change.ts';
import { settleProofing } from '../proofing/settle.ts';
import type { ProofingEvent } from '../proofing/state-machine.ts';
import type { AdminRequest, ProofingView } from './contract/index.ts';
import { proofingById, withPreconditions } from './found.ts';
import { requireAcceptable } from './mayAccept.ts';
import type { AdminOperation } from './operation.ts';
import { proofingView } from './views.ts';

type Deps = Pick<IssuerDeps, 'store' | 'clock'>;

/** Throws StatusError when the decision cannot be taken as things stand. */
type Check = (writer: IssuerWriter, proofing: Proofing, at: number) => Promise<void>;

interface Decision {
  readonly check?: Check;
  readonly event: ProofingEvent;
  readonly rejected?: Rejected;
  readonly challenged?: Challenged;
  /** How long the new state waits, in milliseconds. */
  readonly waits?: number;
}

async function decide(
  { store, clock }: Deps,
  id: string,
  decision: Decision,
  actor: Actor,
): Promise<ProofingView> {
  const at = clock();
  const { waits, check, ...change } = decision;
  const deadline = waits === undefined ? {} : { deadlineAt: at + waits };
  const apply = () =>
    store.write(async (writer) => {
      const proofing = await settleProofing(writer, await proofingById(writer, id), at);
      await check?.(writer, proofing, at);
      return changeProofing(writer, proofing, { ...change, ...deadline, actor, at });
    });
  return proofingView(await withPreconditions(() => retryOnConflict(apply)));
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
  ({ id }, actor) => {
    const check: Check = (writer, proofing, at) => requireAcceptable(writer, proofing, at, deps.policy);
    return decide(deps, id, { event: 'accept', check }, actor);
  };

export const rejectProofing: AdminOperation<'rejectProofing', 'store' | 'clock'> =
  (deps) =>
  async ({ id, detail }, actor) =>
    decide(deps, id, { event: 'reject', rejected: rejectedOf(detail) }, actor);

export const challengeProofing: AdminOperation<'challengeProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  async ({ id, detail }, actor) => {
    const decision = { event: 'challenge', challenged: challengedOf(detail, deps.policy) } as const;
    return decide(deps, id, { ...decision, waits: deps.policy.challengedTtl }, actor);
  };

export const resumeProofing: AdminOperation<'resumeProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  ({ id }, actor) =>
    decide(deps, id, { event: 'resume', waits: deps.policy.pendingTtl }, actor);

export const revokeProofing: AdminOperation<'revokeProofing', 'store' | 'clock'> =
  (deps) =>
  ({ id }, actor) =>
    decide(deps, id, { event: 'revoke' }, actor);
