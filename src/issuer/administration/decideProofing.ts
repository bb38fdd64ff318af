import { StatusError } from '../../conventions/status.ts';
import {
  CHALLENGE_KINDS,
  type Challenged,
  REJECTION_REASONS,
  type Rejected,
  type Rejection,
} from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Actor } from '../ports/entities.ts';
import { recordProblem } from '../proofing/assess.ts';
import { changeProofing } from '../proofing/change.ts';
import { settleProofing } from '../proofing/settle.ts';
import type { ProofingEvent } from '../proofing/state-machine.ts';
import { retryOnConflict } from '../retry.ts';
import type { AdminRequest, ProofingView } from './contract.ts';
import { holderOf, proofingById, withPreconditions } from './found.ts';
import type { AdminOperation } from './operation.ts';
import { proofingView } from './views.ts';

type Deps = Pick<IssuerDeps, 'store' | 'clock'>;

interface Decision {
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
  const { waits, ...change } = decision;
  const deadline = waits === undefined ? {} : { deadlineAt: at + waits };
  const apply = () =>
    store.write(async (writer) => {
      const proofing = await settleProofing(writer, await proofingById(writer, id), at);
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

function challengedOf(detail: AdminRequest<'challengeProofing'>['detail']): Challenged {
  if (!detail) return { additionalTimeRequired: {} };
  requireOne(detail, CHALLENGE_KINDS, 'detail');
  return detail;
}

/** A record that was revoked or has expired meanwhile gives no document: the proofing is to be rejected. */
async function checkRecord(
  { store, clock, policy }: Deps & Pick<IssuerDeps, 'policy'>,
  id: string,
): Promise<void> {
  const { holderId } = await store.read((reader) => proofingById(reader, id));
  if (holderId === undefined) return;
  const problem = await store.read(async (reader) =>
    recordProblem(await holderOf(reader, holderId), clock(), policy.documentTypes),
  );
  if (!problem) return;
  throw new StatusError(
    'FAILED_PRECONDITION',
    'RECORD_INVALID',
    `the record is ${problem}; reject the proofing`,
  );
}

export const acceptProofing: AdminOperation<'acceptProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  async ({ id }, actor) => {
    await checkRecord(deps, id);
    return decide(deps, id, { event: 'accept' }, actor);
  };

export const rejectProofing: AdminOperation<'rejectProofing', 'store' | 'clock'> =
  (deps) =>
  async ({ id, detail }, actor) =>
    decide(deps, id, { event: 'reject', rejected: rejectedOf(detail) }, actor);

export const challengeProofing: AdminOperation<'challengeProofing', 'store' | 'clock' | 'policy'> =
  (deps) =>
  async ({ id, detail }, actor) => {
    const decision = { event: 'challenge', challenged: challengedOf(detail) } as const;
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
