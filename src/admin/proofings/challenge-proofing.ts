import { StatusError } from '../../conventions/status.ts';
import { CHALLENGE_KINDS, type Challenged } from '../../issuer/contract/index.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { AdminRequest } from '../contract/index.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { decide, requireOne } from './decide.ts';

function challengedOf(
  detail: AdminRequest<'challengeProofing'>['detail'],
  { challenges }: Pick<IssuerPolicy, 'challenges'>,
): Challenged {
  if (!detail) return { [challenges[0]]: {} };
  requireOne(detail, CHALLENGE_KINDS, 'detail');
  if (challenges.some((kind) => detail[kind] !== undefined)) return detail;
  const description = `must be of a kind that the policy allows: ${challenges.join(', ')}`;
  throw new StatusError('CHALLENGE_NOT_ALLOWED', `the challenge ${description}`);
}

export const challengeProofing = operation(PROOFING_METHODS.challengeProofing, {
  needs: issuer,
  async run(deps, { id, detail, note }, actor) {
    const challenged = challengedOf(detail, deps.policy);
    return decide(deps, id, { event: 'challenge', challenged, note }, actor);
  },
});
