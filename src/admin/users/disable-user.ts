import type { AdminOperation } from '../operation.ts';
import { change, type Needs } from './user.ts';

export const disableUser: AdminOperation<'disableUser', Needs> =
  (deps) =>
  ({ user }) =>
    change(deps, user, { set: (before) => ({ ...before, state: 'disabled' }), endsGrants: true });
