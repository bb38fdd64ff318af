import type { AccountReader } from '../../accounts/ports/store.ts';
import { CLIENT_METHODS } from '../contract/clients/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { accounts, operation } from '../operation/operation.ts';
import { clientView } from './client.ts';

export const listOAuthClients = operation(CLIENT_METHODS.listOAuthClients, {
  needs: accounts,
  async run({ store, policy }, request) {
    const read = (page: Parameters<AccountReader['listClients']>[0]) =>
      store.read((r) => r.listClients(page));
    const { rows, next } = await listPage(request, { list: 'clients' }, read, (client) => client.clientId);
    return { clients: rows.map((client) => clientView(client, policy.scopes)), ...next };
  },
});
