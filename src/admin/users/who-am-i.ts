import type { AccountDeps } from '../../accounts/deps.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import type { AdminOperation } from '../operation.ts';
import { userNamed } from './user.ts';

export const whoAmI: AdminOperation<'whoAmI', Pick<AccountDeps, 'store'>> =
  ({ store }) =>
  async (_, { operatorId, role }) => {
    if (operatorId === OPERATOR) return { id: OPERATOR, credential: 'adminToken', role, publishers: [] };
    const { email, publishers } = await store.read((reader) => userNamed(reader, operatorId));
    return { id: operatorId, credential: 'signIn', role, email, publishers: [...publishers] };
  };
