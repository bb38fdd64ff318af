import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { holderById, holderView } from './holder.ts';

export const getHolder: AdminOperation<'getHolder', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async ({ id }) =>
    holderView(await store.read((reader) => holderById(reader, id)));
