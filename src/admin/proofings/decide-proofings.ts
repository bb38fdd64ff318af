import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { forEachItem } from '../each-result.ts';
import type { AdminCall, AdminOperation } from '../operation.ts';
import { requireRole } from '../policy/caller.ts';
import { METHODS } from '../registry.ts';
import { challengeProofing } from './challenge-proofing.ts';
import { rejectProofing } from './reject-proofing.ts';
import { resumeProofing } from './resume-proofing.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>;
type Name = 'rejectProofing' | 'challengeProofing' | 'resumeProofing';

const NAMES = { reject: 'rejectProofing', challenge: 'challengeProofing', resume: 'resumeProofing' } as const;

/** A rejection is final, so rejecting several requires an explanation. @throws StatusError DETAIL_INVALID */
function requireDetail(decision: keyof typeof NAMES, detail: object | undefined): void {
  if ((decision === 'reject') === (detail !== undefined) || decision === 'challenge') return;
  const description = decision === 'reject' ? 'is needed to reject' : 'does not apply';
  throw new StatusError('DETAIL_INVALID', `detail ${description}`, [{ field: 'detail', description }]);
}

/** The same decision on several proofings. Accepting several is not possible. */
export const decideProofings: AdminOperation<'decideProofings', Deps> = (deps) => {
  const calls: { readonly [N in Name]: AdminCall<N> } = {
    rejectProofing: rejectProofing(deps),
    challengeProofing: challengeProofing(deps),
    resumeProofing: resumeProofing(deps),
  };
  return async ({ ids, decision, detail, note }, caller) => {
    const name = NAMES[decision];
    requireRole(caller, METHODS[name].role);
    requireDetail(decision, detail);
    const given = { ...(detail && { detail }), ...(note !== undefined && { note }) };
    const wanted = [...new Set(ids)];
    const call = calls[name] as AdminCall<'rejectProofing'>;
    const results = await forEachItem(wanted, async (id) => ({
      proofing: await call({ id, ...given } as never, caller),
    }));
    return { results: results.map((result, index) => ({ id: wanted[index] as string, ...result })) };
  };
};
