import { Type } from 'typebox';
import { closed, Time } from '../../conventions/json-schema.ts';
import type { AdminMethod } from '../method.ts';

const OAuthKeyView = Type.Object({
  id: Type.String({ description: 'The `kid` of the tokens that it signs.' }),
  stage: Type.Enum(['active', 'next', 'retired']),
  createTime: Time('When it was made.'),
  activeTime: Time('From when on it signs.'),
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
    secondPerson: 'keys',
    final: 'compromised',
    audit: ['tokenKey.rotate'],
    command: 'oauth keys rotate',
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
