import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { decide } from './decide.ts';

export const resumeProofing = operation(PROOFING_METHODS.resumeProofing, {
  needs: issuer,
  run: (deps, { id, note }, actor) => decide(deps, id, { event: 'resume', note }, actor),
});
