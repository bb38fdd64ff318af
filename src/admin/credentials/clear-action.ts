import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { changeById } from './credential.ts';

export const clearAction: AdminOperation<'clearAction', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  (deps) =>
  ({ id, note }, actor) =>
    changeById(deps, id, { event: 'clearAction', note }, actor);
