import type { Preparations } from '../../conventions/admin/index.ts';
import { credentialAt } from '../credential/settle.ts';
import { nextCredentialState } from '../credential/state-machine.ts';
import type { ADMIN_METHODS } from './contract/index.ts';
import { credentialById, holderOf, withPreconditions } from './found.ts';
import type { AdministrationDeps } from './operation.ts';

/** Checks what will wait for a second person. */
export function issuerPreparations({
  store,
  clock,
}: Pick<AdministrationDeps, 'store' | 'clock'>): Preparations<typeof ADMIN_METHODS> {
  const ofHolder = async <Request extends { readonly id: string }>(request: Request): Promise<Request> => {
    await store.read((reader) => holderOf(reader, request.id));
    return request;
  };
  return {
    revokeHolder: ofHolder,
    eraseHolder: ofHolder,
    async revokeCredential(request) {
      const credential = await store.read((reader) => credentialById(reader, request.id));
      await withPreconditions(async () =>
        nextCredentialState(credentialAt(credential, clock()).state, 'revoke'),
      );
      return request;
    },
  };
}
