import type { AdminOperation } from '../operation.ts';
import { clientNamed, clientView, type Needs } from './client.ts';

export const deleteOAuthClient: AdminOperation<'deleteOAuthClient', Needs> =
  ({ store, policy }) =>
  ({ client: clientId }) =>
    store.write(async (writer) => {
      const client = await clientNamed(writer, clientId);
      await writer.endGrants({ clientId });
      await writer.deleteClient(clientId);
      return clientView(client, policy.scopes);
    });
