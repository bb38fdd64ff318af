import type { AccountDeps } from '../../accounts/deps.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import type { AccountOperation } from '../account-contract.ts';
import { userNamed } from '../account-refusals.ts';

export function whoAmI({ store }: Pick<AccountDeps, 'store'>): AccountOperation<'whoAmI'> {
  return async (_, { operatorId }, role) => {
    if (operatorId === OPERATOR) return { id: OPERATOR, credential: 'adminToken', role, publishers: [] };
    const { email, publishers } = await store.read((reader) => userNamed(reader, operatorId));
    return { id: operatorId, credential: 'signIn', role, email, publishers: [...publishers] };
  };
}
