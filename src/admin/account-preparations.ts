import type { AccountDeps } from '../accounts/deps.ts';
import type { ACCOUNT_METHODS } from './account-contract.ts';
import { userNamed } from './account-refusals.ts';
import type { Preparations } from './second-person.ts';
import { requireOwnPassword } from './users/users.ts';

/** Checks what will wait for a second person; users are kept by id, which stays with them. */
export function accountPreparations({
  store,
  policy,
}: Pick<AccountDeps, 'store' | 'policy'>): Preparations<typeof ACCOUNT_METHODS> {
  const ofUser = async <Request extends { readonly user: string }>(request: Request): Promise<Request> => {
    const { userId } = await store.read((reader) => userNamed(reader, request.user));
    return { ...request, user: userId };
  };
  return {
    async setUserRole(request) {
      const user = await store.read((reader) => userNamed(reader, request.user));
      requireOwnPassword({ policy }, user, request.role);
      return { ...request, user: user.userId };
    },
    enableUser: ofUser,
    rotateOAuthKeys: async (request) => request,
  };
}
