import type { AdminOperation } from '../operation.ts';
import { changeUser, type Needs } from './user.ts';

export const signOutUser: AdminOperation<'signOutUser', Needs> =
  (deps) =>
  ({ user }, actor) =>
    changeUser(deps, user, actor, { event: 'signOut', endsGrants: true });
