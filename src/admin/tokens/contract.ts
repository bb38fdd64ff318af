import { Type } from 'typebox';
import { closed, Time } from '../../conventions/json-schema.ts';
import { Publisher, Scope } from '../account-shapes.ts';
import type { AdminMethod } from '../method.ts';

/** Access tokens of the authorization server. */
export const TOKEN_METHODS = {
  issueToken: {
    http: ['POST', '/admin/v1/oauthTokens'],
    role: 'administrator',
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
