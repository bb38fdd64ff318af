import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { decide } from './decide.ts';

export const revokeProofing: AdminOperation<
  'revokeProofing',
  Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>
> =
  (deps) =>
  ({ id, note }, actor) =>
    decide(deps, id, { event: 'revoke', note }, actor);
