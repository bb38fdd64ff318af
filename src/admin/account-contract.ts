import { type Static, Type } from 'typebox';
import { ClientSecretsFile } from '../accounts/client/secret.ts';
import { PUBLISHER_ID_PATTERN } from '../accounts/ids.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../accounts/password/rules.ts';
import { ROLES, type Role } from '../accounts/roles.ts';
import { closed, Time } from '../conventions/schema-parts.ts';
import { nextPageToken, page } from './list-page.ts';
import type { AdminMethod } from './method.ts';

const Email = Type.String({ description: 'The name to sign in with.', minLength: 3, maxLength: 254 });
const Password = Type.String({
  description: 'Kept as a scrypt hash.',
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
});
const Publisher = Type.String({ description: 'Publisher account.', pattern: PUBLISHER_ID_PATTERN });
const Publishers = Type.Array(Publisher, { maxItems: 100 });
const Scope = Type.String({
  description: '`monetization`, `readonly`, or the whole scope string.',
  minLength: 1,
  maxLength: 1000,
});
const UserName = Type.String({ description: 'Id or email of a user.', minLength: 1, maxLength: 254 });
const ClientId = Type.String({ description: 'Id of a client.', minLength: 1, maxLength: 254 });
const ClientName = Type.String({ description: 'Shown to users.', minLength: 1, maxLength: 100 });
const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { maxItems: 50 });

const UserRole = Type.Enum([...ROLES], {
  description: 'What the user may do in the administration; each role may what those before it may.',
});

export const UserView = Type.Object({
  id: Type.String(),
  email: Type.String(),
  state: Type.Enum(['active', 'disabled']),
  role: Type.Optional(UserRole),
  mustChangePassword: Type.Boolean({
    description: 'Somebody else set the password: the next sign-in asks for another.',
  }),
  publishers: Type.Array(Type.String()),
  createTime: Time('When the user was created.'),
  updateTime: Time('When the user changed last.'),
});
export type UserView = Static<typeof UserView>;

export const OAuthClientView = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Shown to users who are asked for consent.' }),
  kind: Type.Enum(['installed', 'web', 'machine']),
  public: Type.Boolean({ description: 'Has no secret; PKCE is required and refresh tokens rotate.' }),
  redirectUris: Type.Array(Type.String()),
  postLogoutRedirectUris: Type.Array(Type.String()),
  publishers: Type.Array(Type.String(), { description: 'What a machine acts for.' }),
  scopes: Type.Array(Type.String(), { description: 'What a machine may do.' }),
  createTime: Time('When the client was created.'),
  updateTime: Time('When the client changed last.'),
});
export type OAuthClientView = Static<typeof OAuthClientView>;

/** The secret is in the file, and nowhere else. */
const ClientWithFile = Type.Object({ client: OAuthClientView, file: ClientSecretsFile });

const OAuthKeyView = Type.Object({
  id: Type.String({ description: 'The `kid` of the tokens that it signs.' }),
  stage: Type.Enum(['active', 'next', 'retired']),
  createTime: Time('When it was made.'),
  activeTime: Time('From when on it signs.'),
});
const Keys = Type.Object({ keys: Type.Array(OAuthKeyView) });

const CallerView = Type.Object({
  id: Type.String({ description: 'Id of the user; `operator` with the admin token.' }),
  credential: Type.Enum(['adminToken', 'signIn'], { description: 'Kind of the credential.' }),
  role: UserRole,
  email: Type.Optional(Type.String({ description: 'Of the user who signed in.' })),
  publishers: Type.Array(Type.String(), { description: 'Publisher accounts that the user may act for.' }),
});

/** The part of the admin interface that is about users, clients and tokens of the authorization server. */
export const ACCOUNT_METHODS = {
  whoAmI: {
    http: ['GET', '/admin/v1/whoami'],
    role: 'viewer',
    summary: 'Show who the caller is, and by which credential',
    request: Type.Object({}, closed),
    response: CallerView,
  },
  createUser: {
    http: ['POST', '/admin/v1/users'],
    role: 'administrator',
    summary: 'Create a user who can sign in and act for publisher accounts',
    request: Type.Object(
      { email: Email, password: Password, publishers: Publishers, role: Type.Optional(UserRole) },
      closed,
    ),
    response: UserView,
  },
  listUsers: {
    http: ['GET', '/admin/v1/users'],
    role: 'administrator',
    summary: 'List users',
    request: Type.Object(page, closed),
    response: Type.Object({ users: Type.Array(UserView), nextPageToken }),
  },
  getUser: {
    http: ['GET', '/admin/v1/users/{user}'],
    role: 'administrator',
    summary: 'Get a user',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  changeUserPublishers: {
    http: ['POST', '/admin/v1/users/{user}:changePublishers'],
    role: 'administrator',
    summary: 'Change what a user may act for; tokens follow at once',
    request: Type.Object(
      { user: UserName, add: Type.Optional(Publishers), remove: Type.Optional(Publishers) },
      closed,
    ),
    response: UserView,
  },
  setUserRole: {
    http: ['POST', '/admin/v1/users/{user}:setRole'],
    role: 'administrator',
    secondPerson: 'roles',
    summary: 'Set the role of a user, or take it away when none is given; it holds from the next request on',
    request: Type.Object({ user: UserName, role: Type.Optional(UserRole) }, closed),
    response: UserView,
  },
  setUserPassword: {
    http: ['POST', '/admin/v1/users/{user}:setPassword'],
    role: 'administrator',
    summary:
      'Set a password, which the user must change at the next sign-in; end sessions and grants, and forget failed sign-ins',
    request: Type.Object({ user: UserName, password: Password }, closed),
    response: UserView,
  },
  disableUser: {
    http: ['POST', '/admin/v1/users/{user}:disable'],
    role: 'administrator',
    final: true,
    summary: 'Let a user in no more; sessions and grants end',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  enableUser: {
    http: ['POST', '/admin/v1/users/{user}:enable'],
    role: 'administrator',
    secondPerson: 'roles',
    summary: 'Let a disabled user in again',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  signOutUser: {
    http: ['POST', '/admin/v1/users/{user}:signOut'],
    role: 'administrator',
    summary: 'End the sessions and grants of a user',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  deleteUser: {
    http: ['POST', '/admin/v1/users/{user}:delete'],
    role: 'administrator',
    final: true,
    summary: 'Delete a user with everything that is known of the user',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  createOAuthClient: {
    http: ['POST', '/admin/v1/oauthClients'],
    role: 'administrator',
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
    summary: 'List OAuth clients',
    request: Type.Object(page, closed),
    response: Type.Object({ clients: Type.Array(OAuthClientView), nextPageToken }),
  },
  getOAuthClient: {
    http: ['GET', '/admin/v1/oauthClients/{client}'],
    role: 'viewer',
    summary: 'Get an OAuth client',
    request: Type.Object({ client: ClientId }, closed),
    response: OAuthClientView,
  },
  changeOAuthClient: {
    http: ['POST', '/admin/v1/oauthClients/{client}:change'],
    role: 'administrator',
    summary: 'Change an OAuth client: what is given takes the place of what was',
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
    final: true,
    summary: 'Give a client a new secret; the old one ends at once',
    request: Type.Object({ client: ClientId }, closed),
    response: ClientWithFile,
  },
  deleteOAuthClient: {
    http: ['POST', '/admin/v1/oauthClients/{client}:delete'],
    role: 'administrator',
    final: true,
    summary: 'Delete an OAuth client; its grants and tokens end',
    request: Type.Object({ client: ClientId }, closed),
    response: OAuthClientView,
  },
  issueToken: {
    http: ['POST', '/admin/v1/oauthTokens'],
    role: 'administrator',
    summary: 'Issue an access token, for trying things out',
    request: Type.Object(
      {
        publishers: Type.Array(Publisher, { minItems: 1, maxItems: 100 }),
        scopes: Type.Array(Scope, { minItems: 1, maxItems: 10 }),
        ttlSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      closed,
    ),
    response: Type.Object({
      accessToken: Type.String(),
      tokenType: Type.String(),
      scope: Type.String(),
      expireTime: Time('When it ends.'),
    }),
  },
  listOAuthKeys: {
    http: ['GET', '/admin/v1/oauthKeys'],
    role: 'viewer',
    summary: 'List the keys that sign tokens',
    request: Type.Object({}, closed),
    response: Keys,
  },
  rotateOAuthKeys: {
    http: ['POST', '/admin/v1/oauthKeys:rotate'],
    role: 'administrator',
    secondPerson: 'keys',
    final: 'compromised',
    summary: 'Sign tokens with the next key from now on',
    request: Type.Object(
      {
        compromised: Type.Optional(
          Type.Boolean({ description: 'Drop the other keys: what they signed is refused from now on.' }),
        ),
      },
      closed,
    ),
    response: Keys,
  },
} as const satisfies Record<string, AdminMethod>;

export type AccountMethodName = keyof typeof ACCOUNT_METHODS;
export type AccountRequest<Name extends AccountMethodName> = Static<
  (typeof ACCOUNT_METHODS)[Name]['request']
>;
export type AccountResponse<Name extends AccountMethodName> = Static<
  (typeof ACCOUNT_METHODS)[Name]['response']
>;

/** Who calls, as the trail names them. */
interface Caller {
  readonly operatorId: string;
}

export type AccountOperation<Name extends AccountMethodName> = (
  request: AccountRequest<Name>,
  caller: Caller,
  role: Role,
) => Promise<AccountResponse<Name>>;
