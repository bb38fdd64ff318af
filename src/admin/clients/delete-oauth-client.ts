import { CLIENT_METHODS } from '../contract/clients/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { allowedTo, clientNamed, clientView } from './client.ts';

export const deleteOAuthClient = operation(CLIENT_METHODS.deleteOAuthClient, {
  needs: accounts,
  run: ({ store, policy, clock }, { client: clientId }, actor) =>
    store.write(async (writer) => {
      const client = await clientNamed(writer, clientId);
      await writer.endGrants({ clientId });
      await writer.deleteClient(clientId);
      const line = { subject: 'oauthClient', subjectId: clientId, event: 'delete' } as const;
      await writer.record({ ...line, actor, details: { before: allowedTo(client) }, at: clock() });
      return clientView(client, policy.scopes);
    }),
});
