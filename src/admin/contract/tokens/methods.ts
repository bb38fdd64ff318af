import { Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { Publisher, Scope } from '../clients/methods.ts';
import type { AdminMethod } from '../method.ts';

/** Access tokens of the authorization server. */
export const TOKEN_METHODS = {
  issueToken: {
    http: ['POST', '/admin/v1/oauthTokens'],
    role: 'administrator',
    noValidateOnly: 'its answer is a secret',
    audit: ['token.issue'],
    command: 'token',
    summary: 'Issue an access token, for tests',
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
} as const satisfies Record<string, AdminMethod>;

const OAuthKeyView = Type.Object({
  id: Type.String({ description: 'The `kid` of the tokens that it signs.' }),
  stage: Type.Enum(['active', 'next', 'retired']),
  createTime: Time('When it was made.'),
  activeTime: Time('When it starts to sign.'),
});

const Keys = Type.Object({ keys: Type.Array(OAuthKeyView) });

/** Keys that sign access tokens. */
export const OAUTH_KEY_METHODS = {
  listOAuthKeys: {
    http: ['GET', '/admin/v1/oauthKeys'],
    role: 'viewer',
    command: 'oauth keys list',
    summary: 'List the keys that sign tokens',
    request: Type.Object({}, closed),
    response: Keys,
  },
  rotateOAuthKeys: {
    http: ['POST', '/admin/v1/oauthKeys:rotate'],
    role: 'administrator',
    noValidateOnly: 'it makes a key outside of the database',
    final: 'compromised',
    audit: ['tokenKey.rotate'],
    command: 'oauth keys rotate',
    summary: 'Sign tokens with the next key from now on',
    request: Type.Object(
      {
        compromised: Type.Optional(
          Type.Boolean({
            description: 'Remove the other keys: tokens that they signed are refused from now on.',
          }),
        ),
      },
      closed,
    ),
    response: Keys,
  },
} as const satisfies Record<string, AdminMethod>;
