import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { decide } from './decide.ts';

export const revokeProofing = operation(PROOFING_METHODS.revokeProofing, {
  needs: issuer,
  run: (deps, { id, note }, actor) => decide(deps, id, { event: 'revoke', note }, actor),
});
