import type { AdminOperation } from '../operation.ts';
import { change, type Needs } from './user.ts';

export const signOutUser: AdminOperation<'signOutUser', Needs> =
  (deps) =>
  ({ user }, actor) =>
    change(deps, user, actor, { event: 'signOut', endsGrants: true });
