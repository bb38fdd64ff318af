import { Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import { DAY_IN_SECONDS } from '../../conventions/time.ts';
import { says } from '../../conventions/yaml/shape.ts';

const Seconds = (description: string, fallback: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

/** An origin without a path: the server answers at its root. */
const ORIGIN = '^https?://[^/?#\\s"\\\\]+$';
const ADDRESS = {
  pattern: '^https?://[^?#\\s"\\\\]+$',
  ...says('must begin with https:// or http:// and have no ?, no # and no blank'),
};
/** RFC 6749 3.3: one scope token. */
const SCOPE = '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$';

const ScopeString = (description: string) =>
  Type.Optional(Type.String({ description, pattern: SCOPE, ...says('must be one scope, without blanks') }));

/** An external OpenID Connect issuer. */
const Issuer = Type.Object(
  {
    issuer: Type.String({
      description: 'Its `iss`, exactly.',
      ...ADDRESS,
    }),
    audience: Type.String({ description: 'The `aud` of tokens for this server.', minLength: 1 }),
    jwksUri: Type.Optional(
      Type.String({
        description: 'URL of its keys. Default: by discovery.',
        ...ADDRESS,
      }),
    ),
    publishersClaim: Type.Optional(
      Type.String({
        description: 'The claim that lists publisher accounts. Default: `publishers`.',
        minLength: 1,
      }),
    ),
  },
  closed,
);

/** Token issuers for the mediation interface, and the built-in authorization server. */
export const OAuthSettings = Type.Object(
  {
    embedded: Type.Boolean({
      description: 'Whether the built-in authorization server is on.',
      default: true,
    }),
    issuerUrl: Type.Optional(
      Type.String({
        description: 'URL at which browsers and clients reach the public listener. Default: its own address.',
        pattern: ORIGIN,
        ...says('must be https:// or http:// and a host, without a path'),
      }),
    ),
    audience: Type.Optional(
      Type.String({
        description: 'The `aud` of its access tokens. Default: oauth.issuerUrl.',
        ...ADDRESS,
      }),
    ),
    scopeBase: Type.String({
      description:
        'Base of the scopes: `<base>/monetization`, `<base>/readonly`, `<base>/report` and `<base>/statistics`.',
      default: 'https://mediation.example/auth',
      pattern: SCOPE,
      ...says('must be one scope, without blanks'),
    }),
    scopes: Type.Object(
      {
        monetization: ScopeString('The whole string, where clients have another one built in.'),
        readonly: ScopeString('The whole string, where clients have another one built in.'),
        statistics: ScopeString('The whole string, where clients have another one built in.'),
        report: ScopeString('The whole string, where clients have another one built in.'),
      },
      { additionalProperties: false, default: {} },
    ),
    issuers: Type.Array(Issuer, {
      description: 'External OpenID Connect issuers whose access tokens are accepted too.',
      default: [],
    }),
    accessTokenTtlSeconds: Seconds('Lifetime of an access token.', 3600, DAY_IN_SECONDS),
    refreshTokenTtlSeconds: Seconds(
      'Lifetime of a refresh token and of its grant.',
      365 * DAY_IN_SECONDS,
      3650 * DAY_IN_SECONDS,
    ),
    sessionTtlSeconds: Seconds(
      'Time after which an unused sign-in ends.',
      DAY_IN_SECONDS,
      30 * DAY_IN_SECONDS,
    ),
    keyRotationDays: Type.Integer({
      description: 'Days for which a key signs tokens.',
      default: 90,
      minimum: 1,
      maximum: 3650,
    }),
    attemptsPerUser: Type.Integer({
      description:
        'Failed sign-ins of one user per quarter of an hour, from one network address or in one browser that signed in before.',
      default: 10,
      minimum: 1,
      maximum: 1000,
    }),
    attemptsPerUserInAll: Type.Integer({
      description:
        'Failed sign-ins of one user per quarter of an hour, from all addresses. Above the limit the user can sign in only with a browser that signed in before.',
      default: 100,
      minimum: 1,
      maximum: 100_000,
    }),
    attemptsPerAddress: Type.Integer({
      description: 'Failed sign-ins from one network address per quarter of an hour.',
      default: 100,
      minimum: 1,
      maximum: 100_000,
    }),
    addressHeader: Type.Optional(
      Type.String({
        description: 'Header in which the proxy sends the address of the caller; its last entry counts.',
        pattern: '^[A-Za-z0-9-]+$',
        ...says('must be the name of a header: letters, digits and dashes'),
      }),
    ),
  },
  { additionalProperties: false, default: {} },
);
