import { StatusError } from '../../conventions/status.ts';
import { CHALLENGE_KINDS, type Challenged } from '../../issuer/contract/index.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import type { AdminRequest } from '../registry.ts';
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

export const challengeProofing: AdminOperation<
  'challengeProofing',
  Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>
> =
  (deps) =>
  async ({ id, detail, note }, actor) => {
    const challenged = challengedOf(detail, deps.policy);
    return decide(deps, id, { event: 'challenge', challenged, note }, actor);
  };
