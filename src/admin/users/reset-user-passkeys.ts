import { StatusError } from '../../conventions/status.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, userNamed, withUserId } from './user.ts';

/** Whoever stole a session could otherwise replace the passkeys of its owner. */
export const resetUserPasskeys = operation(USER_METHODS.resetUserPasskeys, {
  needs: accounts,
  prepare: withUserId,
  async run(deps, { user }, actor) {
    const { userId } = await deps.store.read((reader) => userNamed(reader, user));
    if (userId === actor.operatorId && actor.approverId === undefined) {
      const text =
        'another administrator must reset your passkeys; you can remove single ones in the console';
      throw new StatusError('SECOND_PERSON_NEEDED', text);
    }
    return changeUser(deps, user, actor, {
      event: 'resetPasskeys',
      endsGrants: true,
      resetsPasskeys: true,
      readmits: true,
    });
  },
});
