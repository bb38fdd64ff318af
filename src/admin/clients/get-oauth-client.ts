import type { AdminOperation } from '../operation.ts';
import { clientNamed, clientView, type Needs } from './client.ts';

export const getOAuthClient: AdminOperation<'getOAuthClient', Needs> =
  ({ store, policy }) =>
  async ({ client }) =>
    clientView(await store.read((reader) => clientNamed(reader, client)), policy.scopes);
