import type { AdminOperation } from '../operation.ts';
import { change, type Needs } from './user.ts';

export const disableUser: AdminOperation<'disableUser', Needs> =
  (deps) =>
  ({ user }, actor) =>
    change(deps, user, actor, {
      event: 'disable',
      set: (before) => ({ ...before, state: 'disabled' }),
      endsGrants: true,
    });
