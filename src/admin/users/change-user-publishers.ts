import type { User } from '../../accounts/ports/entities.ts';
import { knownPublishers } from '../clients/publishers-and-scopes.ts';
import { MEMBER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, requireOwnAccount } from './user.ts';

export const changeUserPublishers = operation(MEMBER_METHODS.changeUserPublishers, {
  needs: accounts,
  async run(deps, { user, add = [], remove = [] }, actor) {
    const added = await knownPublishers(deps, 'add', add);
    const set = (before: User) => {
      requireOwnAccount(before);
      const publishers = [...new Set([...before.publishers, ...added])];
      return { ...before, publishers: publishers.filter((id) => !remove.includes(id)) };
    };
    return changeUser(deps, user, actor, { event: 'changePublishers', set });
  },
});
