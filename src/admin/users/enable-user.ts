import type { AdminOperation } from '../operation.ts';
import { change, type Needs } from './user.ts';

export const enableUser: AdminOperation<'enableUser', Needs> =
  (deps) =>
  ({ user }, actor) =>
    change(deps, user, actor, {
      event: 'enable',
      set: (before) => ({ ...before, state: 'active' }),
      readmits: true,
    });
