import { type Static, Type } from 'typebox';
import { ClientSecretsFile } from '../../../accounts/client/secret.ts';
import { PUBLISHER_ID_PATTERN } from '../../../accounts/ids.ts';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { etag, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

export const Publisher = Type.String({ description: 'Publisher account.', pattern: PUBLISHER_ID_PATTERN });
export const Publishers = Type.Array(Publisher, { maxItems: 100 });
export const Scope = Type.String({
  description: '`monetization`, `readonly`, `report`, `statistics`, or the whole scope string.',
  minLength: 1,
  maxLength: 1000,
});

const ClientId = Type.String({ description: 'Id of a client.', minLength: 1, maxLength: 254 });

const ClientName = Type.String({ description: 'Shown to users.', minLength: 1, maxLength: 100 });

const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { maxItems: 50 });

export const OAuthClientView = Type.Object({
  etag,
  id: Type.String(),
  name: Type.String({ description: 'Shown to users who are asked for consent.' }),
  kind: Type.Enum(['installed', 'web', 'machine']),
  public: Type.Boolean({ description: 'Has no secret; PKCE is required and refresh tokens rotate.' }),
  redirectUris: Type.Array(Type.String()),
  postLogoutRedirectUris: Type.Array(Type.String()),
  publishers: Type.Array(Type.String(), {
    description: 'Publisher accounts that a machine client acts for.',
  }),
  scopes: Type.Array(Type.String(), { description: 'Scopes of a machine client.' }),
  createTime: Time('When the client was created.'),
  updateTime: Time('When the client changed last.'),
});
export type OAuthClientView = Static<typeof OAuthClientView>;

/** A client with its client secrets file; only the file contains the secret. */
const ClientWithFile = Type.Object({ client: OAuthClientView, file: ClientSecretsFile });

/** OAuth clients. */
export const CLIENT_METHODS = {
  createOAuthClient: {
    http: ['POST', '/admin/v1/oauthClients'],
    role: 'administrator',
    noValidateOnly: 'its answer is a secret',
    audit: ['oauthClient.create'],
    command: 'oauth clients create',
    summary: 'Create an OAuth client; the answer holds the only copy of its secret',
    request: Type.Object(
      {
        name: ClientName,
        kind: Type.Optional(Type.Enum(['installed', 'web', 'machine'])),
        public: Type.Optional(Type.Boolean({ description: 'Without a secret.' })),
        redirectUris: Type.Optional(RedirectUris),
        postLogoutRedirectUris: Type.Optional(RedirectUris),
        publishers: Type.Optional(Publishers),
        scopes: Type.Optional(Type.Array(Scope, { maxItems: 10 })),
      },
      closed,
    ),
    response: ClientWithFile,
  },
  listOAuthClients: {
    http: ['GET', '/admin/v1/oauthClients'],
    role: 'viewer',
    command: 'oauth clients list',
    summary: 'List OAuth clients',
    request: Type.Object(page, closed),
    response: Type.Object({ clients: Type.Array(OAuthClientView), nextPageToken }),
  },
  getOAuthClient: {
    http: ['GET', '/admin/v1/oauthClients/{client}'],
    role: 'viewer',
    command: { none: 'diptych oauth clients list shows the same' },
    summary: 'Get an OAuth client',
    request: Type.Object({ client: ClientId }, closed),
    response: OAuthClientView,
  },
  changeOAuthClient: {
    http: ['POST', '/admin/v1/oauthClients/{client}:change'],
    role: 'administrator',
    etagOf: 'getOAuthClient',
    audit: ['oauthClient.update'],
    command: 'oauth clients change',
    summary: 'Change an OAuth client: members of the request replace its settings',
    request: Type.Object(
      {
        client: ClientId,
        name: Type.Optional(ClientName),
        redirectUris: Type.Optional(RedirectUris),
        postLogoutRedirectUris: Type.Optional(RedirectUris),
        publishers: Type.Optional(Publishers),
      },
      closed,
    ),
    response: OAuthClientView,
  },
  resetOAuthClientSecret: {
    http: ['POST', '/admin/v1/oauthClients/{client}:resetSecret'],
    role: 'administrator',
    etagOf: 'getOAuthClient',
    noValidateOnly: 'its answer is a secret',
    final: true,
    audit: ['oauthClient.resetSecret'],
    command: 'oauth clients reset-secret',
    summary: 'Give a client a new secret; the old one ends at once',
    request: Type.Object({ client: ClientId }, closed),
    response: ClientWithFile,
  },
  deleteOAuthClient: {
    http: ['POST', '/admin/v1/oauthClients/{client}:delete'],
    role: 'administrator',
    etagOf: 'getOAuthClient',
    final: true,
    audit: ['oauthClient.delete'],
    command: 'oauth clients delete',
    summary: 'Delete an OAuth client; its grants and tokens end',
    request: Type.Object({ client: ClientId }, closed),
    response: OAuthClientView,
  },
} as const satisfies Record<string, AdminMethod>;
