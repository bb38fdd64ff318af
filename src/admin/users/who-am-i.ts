import { OPERATOR } from '../../accounts/ids.ts';
import { isAtLeast, type Role } from '../../accounts/permissions.ts';
import type { Panel } from '../../conventions/panel.ts';
import { methodNamed, methodsOf } from '../contract/index.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import type { OperationDeps } from '../operation/deps.ts';
import { operation } from '../operation/operation.ts';
import { userNamed } from './user.ts';

/** Names of the methods of this server that the role may call. */
const methodsFor = (panels: readonly Panel[], role: Role) =>
  methodsOf(panels).filter((name) => isAtLeast(role, methodNamed(name).role));

export const whoAmI = operation(USER_METHODS.whoAmI, {
  needs: ({ accounts, panels }: OperationDeps) => ({ ...accounts, panels }),
  async run({ store, panels }, _, { operatorId, role }) {
    const methods = methodsFor(panels, role);
    if (operatorId === OPERATOR)
      return { id: OPERATOR, credential: 'adminToken', role, publishers: [], methods: [...methods] };
    const { email, publishers } = await store.read((reader) => userNamed(reader, operatorId));
    return {
      id: operatorId,
      credential: 'signIn',
      role,
      email,
      publishers: [...publishers],
      methods: [...methods],
    };
  },
});
