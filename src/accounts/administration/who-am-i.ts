import type { AccountDeps } from '../deps.ts';
import { OPERATOR } from '../operator.ts';
import type { AccountOperation } from './contract.ts';
import { userNamed } from './refusals.ts';

export function whoAmI({ store }: Pick<AccountDeps, 'store'>): AccountOperation<'whoAmI'> {
  return async (_, { operatorId }, role) => {
    if (operatorId === OPERATOR) return { id: OPERATOR, credential: 'adminToken', role, publishers: [] };
    const { email, publishers } = await store.read((reader) => userNamed(reader, operatorId));
    return { id: operatorId, credential: 'signIn', role, email, publishers: [...publishers] };
  };
}
