import { REJECTION_REASONS, type Rejected, type Rejection } from '../../issuer/contract/index.ts';
import type { AdminRequest } from '../contract/index.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { decide, requireOne } from './decide.ts';

/**
 * Default if the operator gives no reason: it names the record as the cause, not the evidence of the person.
 */
const NO_REASON: Rejection = { recordInvalid: { invalidityReason: 'not accepted by the issuer' } };

/** A Rejected message; a single Rejection becomes its primary rejection. */
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

export const rejectProofing = operation(PROOFING_METHODS.rejectProofing, {
  needs: issuer,
  run: async (deps, { id, detail, note }, actor) =>
    decide(deps, id, { event: 'reject', rejected: rejectedOf(detail), note }, actor),
});
