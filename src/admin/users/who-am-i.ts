import { OPERATOR } from '../../accounts/ids.ts';
import { isAtLeast, type Role } from '../../accounts/permissions.ts';
import { METHOD_NAMES, methodNamed } from '../contract/index.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { userNamed } from './user.ts';

/** Names of the methods that the role may call. */
const methodsFor = (role: Role) => METHOD_NAMES.filter((name) => isAtLeast(role, methodNamed(name).role));

export const whoAmI = operation(USER_METHODS.whoAmI, {
  needs: accounts,
  async run({ store }, _, { operatorId, role }) {
    if (operatorId === OPERATOR)
      return { id: OPERATOR, credential: 'adminToken', role, publishers: [], methods: methodsFor(role) };
    const { email, publishers } = await store.read((reader) => userNamed(reader, operatorId));
    return {
      id: operatorId,
      credential: 'signIn',
      role,
      email,
      publishers: [...publishers],
      methods: methodsFor(role),
    };
  },
});
