import type { AccountReader } from '../../accounts/ports/store.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { clientView, type Needs } from './client.ts';

export const listOAuthClients: AdminOperation<'listOAuthClients', Needs> =
  ({ store, policy }) =>
  async (request) => {
    const read = (page: Parameters<AccountReader['listClients']>[0]) =>
      store.read((r) => r.listClients(page));
    const { rows, next } = await listPage(request, { list: 'clients' }, read, (client) => client.clientId);
    return { clients: rows.map((client) => clientView(client, policy.scopes)), ...next };
  };
