import type { AdminOperation } from '../operation.ts';
import { changeUser, type Needs } from './user.ts';

export const disableUser: AdminOperation<'disableUser', Needs> =
  (deps) =>
  ({ user }, actor) =>
    changeUser(deps, user, actor, {
      event: 'disable',
      set: (before) => ({ ...before, state: 'disabled' }),
      endsGrants: true,
    });
