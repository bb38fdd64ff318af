import { credentialAt } from '../../issuer/credential/current-credential.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { credentialById, credentialView } from './credential.ts';

export const getCredential: AdminOperation<'getCredential', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  async ({ id }) =>
    credentialView(credentialAt(await store.read((reader) => credentialById(reader, id)), clock()));
