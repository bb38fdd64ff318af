import type { AdminOperation } from '../operation.ts';
import { change, type Needs } from './user.ts';

export const enableUser: AdminOperation<'enableUser', Needs> =
  (deps) =>
  ({ user }) =>
    change(deps, user, { set: (before) => ({ ...before, state: 'active' }), readmits: true });
