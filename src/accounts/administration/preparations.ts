import type { Preparations } from '../../conventions/admin/index.ts';
import type { AccountDeps } from '../deps.ts';
import type { ACCOUNT_METHODS } from './contract.ts';
import { userNamed } from './refusals.ts';

/** Checks what will wait for a second person; users are kept by id, which stays with them. */
export function accountPreparations({
  store,
}: Pick<AccountDeps, 'store'>): Preparations<typeof ACCOUNT_METHODS> {
  const ofUser = async <Request extends { readonly user: string }>(request: Request): Promise<Request> => {
    const { userId } = await store.read((reader) => userNamed(reader, request.user));
    return { ...request, user: userId };
  };
  return {
    setUserRole: ofUser,
    enableUser: ofUser,
    rotateOAuthKeys: async (request) => request,
  };
}
