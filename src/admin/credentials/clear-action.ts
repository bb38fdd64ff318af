import { CREDENTIAL_METHODS } from '../contract/credentials/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { changeById } from './credential.ts';

export const clearAction = operation(CREDENTIAL_METHODS.clearAction, {
  needs: issuer,
  run: (deps, { id, note }, actor) => changeById(deps, id, { event: 'clearAction', note }, actor),
});
