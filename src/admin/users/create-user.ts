import { refuseWithRole } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { createdUser } from './new-user.ts';
import { userView } from './user.ts';

export const createUser = operation(USER_METHODS.createUser, {
  needs: accounts,
  async run(deps, { password, ...request }, actor) {
    const remedy = 'create the user without a role, then set it with diptych users role';
    refuseWithRole(deps, request.role, remedy);
    const passwordHash = () => deps.passwords.hash(password);
    const { user } = await createdUser(deps, { ...request, passwordHash }, actor, async () => undefined);
    return userView(user);
  },
});
