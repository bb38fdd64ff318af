import type { AdminOperation } from '../operation.ts';
import { changeUser, type Needs } from './user.ts';

export const enableUser: AdminOperation<'enableUser', Needs> =
  (deps) =>
  ({ user }, actor) =>
    changeUser(deps, user, actor, {
      event: 'enable',
      set: (before) => ({ ...before, state: 'active' }),
      readmits: true,
    });
