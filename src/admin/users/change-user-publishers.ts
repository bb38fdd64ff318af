import type { User } from '../../accounts/ports/entities.ts';
import { knownPublishers } from '../clients/publishers-and-scopes.ts';
import type { AdminOperation } from '../operation.ts';
import { changeUser, type Needs, requireOwnAccount } from './user.ts';

export const changeUserPublishers: AdminOperation<'changeUserPublishers', Needs> =
  (deps) =>
  async ({ user, add = [], remove = [] }, actor) => {
    const added = await knownPublishers(deps, 'add', add);
    const set = (before: User) => {
      requireOwnAccount(before);
      const publishers = [...new Set([...before.publishers, ...added])];
      return { ...before, publishers: publishers.filter((id) => !remove.includes(id)) };
    };
    return changeUser(deps, user, actor, { event: 'changePublishers', set });
  };
