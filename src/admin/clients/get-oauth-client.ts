import { CLIENT_METHODS } from '../contract/clients/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { clientNamed, clientView } from './client.ts';

export const getOAuthClient = operation(CLIENT_METHODS.getOAuthClient, {
  needs: accounts,
  run: async ({ store, policy }, { client }) =>
    clientView(await store.read((reader) => clientNamed(reader, client)), policy.scopes),
});
