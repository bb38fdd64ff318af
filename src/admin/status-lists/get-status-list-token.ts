import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

export const getStatusListToken: AdminOperation<
  'getStatusListToken',
  Pick<IssuerAdminDeps, 'store' | 'clock'>
> =
  ({ store, clock }) =>
  async ({ name }) => {
    const token = await store.read(async (reader) => {
      const list = (await reader.publishedLists(clock())).find((one) => one.name === name);
      return list && reader.statusToken(list.listNo);
    });
    if (!token) throw new StatusError('STATUS_LIST_NOT_FOUND', 'no status list with this name is published');
    return { name, token: Buffer.from(token).toString('base64') };
  };
