import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { apply } from './credential.ts';

export const clearAction: AdminOperation<'clearAction', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  (deps) =>
  ({ id, note }, actor) =>
    apply(deps, id, { event: 'clearAction', note }, actor);
