import { StatusError } from '../../conventions/status.ts';
import { requireRole } from '../access/caller.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { forEachItem } from '../operation/each-item.ts';
import { issuer, operation } from '../operation/operation.ts';
import { challengeProofing } from './challenge-proofing.ts';
import { rejectProofing } from './reject-proofing.ts';
import { resumeProofing } from './resume-proofing.ts';

const DECISIONS = { reject: rejectProofing, challenge: challengeProofing, resume: resumeProofing } as const;

/** A rejection is final, so rejecting several requires an explanation. @throws StatusError DETAIL_INVALID */
function requireDetail(decision: keyof typeof DECISIONS, detail: object | undefined): void {
  if ((decision === 'reject') === (detail !== undefined) || decision === 'challenge') return;
  const description = decision === 'reject' ? 'is needed to reject' : 'does not apply';
  throw new StatusError('DETAIL_INVALID', `detail ${description}`, [{ field: 'detail', description }]);
}

/** The same decision on several proofings. Accepting several is not possible. */
export const decideProofings = operation(PROOFING_METHODS.decideProofings, {
  needs: issuer,
  async run(deps, { ids, decision, detail, note }, caller) {
    const one = DECISIONS[decision];
    requireRole(caller, one.contract.role);
    requireDetail(decision, detail);
    const given = { ...(detail && { detail }), ...(note !== undefined && { note }) };
    const wanted = [...new Set(ids)];
    const results = await forEachItem(wanted, async (id) => ({
      proofing: await one.run(deps, { id, ...given } as never, caller),
    }));
    return { results: results.map((result, index) => ({ id: wanted[index] as string, ...result })) };
  },
});
