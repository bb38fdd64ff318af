import { Type } from 'typebox';

const DAY = 86_400;

const Seconds = (description: string, fallback: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

/** A scheme and a host; what is served is at its root. */
const ORIGIN = '^https?://[^/?#\\s"\\\\]+$';
const ADDRESS = '^https?://[^?#\\s"\\\\]+$';
/** RFC 6749 3.3: one scope token. */
const SCOPE = '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$';

const ScopeString = (description: string) => Type.Optional(Type.String({ description, pattern: SCOPE }));

/** An OpenID Connect issuer elsewhere. */
const Issuer = Type.Object(
  {
    issuer: Type.String({ description: 'Its `iss`, exactly.', pattern: ADDRESS }),
    audience: Type.String({ description: 'The `aud` of tokens for this server.', minLength: 1 }),
    jwksUri: Type.Optional(
      Type.String({ description: 'Its keys; discovered when left out.', pattern: ADDRESS }),
    ),
    publishersClaim: Type.Optional(
      Type.String({
        description: 'The claim that lists publisher accounts; `publishers` when left out.',
        minLength: 1,
      }),
    ),
  },
  { additionalProperties: false },
);

/** Who may call the mediation interface, and the authorization server that is built in. */
export const OAuthSettings = Type.Object(
  {
    embedded: Type.Boolean({
      description: 'Whether this server signs users in and gives tokens to clients itself.',
      default: true,
    }),
    issuerUrl: Type.Optional(
      Type.String({
        description: 'Address under which browsers and clients reach the panels. Default: where they listen.',
        pattern: ORIGIN,
      }),
    ),
    audience: Type.Optional(
      Type.String({ description: 'The `aud` of its tokens. Default: oauth.issuerUrl.', pattern: ADDRESS }),
    ),
    scopeBase: Type.String({
      description: 'Base of the two scopes: `<base>/monetization` and `<base>/readonly`.',
      default: 'https://mediation.example/auth',
      pattern: SCOPE,
    }),
    scopes: Type.Object(
      {
        monetization: ScopeString('The whole string, where clients have another one built in.'),
        readonly: ScopeString('The whole string, where clients have another one built in.'),
      },
      { additionalProperties: false, default: {} },
    ),
    issuers: Type.Array(Issuer, {
      description: 'OpenID Connect issuers elsewhere whose access tokens are accepted too.',
      default: [],
    }),
    accessTokenTtlSeconds: Seconds('Life of an access token.', 3600, DAY),
    refreshTokenTtlSeconds: Seconds(
      'Life of a refresh token and of the grant behind it.',
      365 * DAY,
      3650 * DAY,
    ),
    sessionTtlSeconds: Seconds('Life of a sign-in that is not used.', DAY, 30 * DAY),
    keyRotationDays: Type.Integer({
      description: 'How long a key signs tokens.',
      default: 90,
      minimum: 1,
      maximum: 3650,
    }),
    attemptsPerUser: Type.Integer({
      description:
        'Failed sign-ins of one user in a quarter of an hour, from one network address or in one browser that signed in before.',
      default: 10,
      minimum: 1,
      maximum: 1000,
    }),
    attemptsPerUserInAll: Type.Integer({
      description:
        'Failed sign-ins of one user in a quarter of an hour, from all addresses. Beyond it the user can sign in only with a browser that signed in before.',
      default: 100,
      minimum: 1,
      maximum: 100_000,
    }),
    attemptsPerAddress: Type.Integer({
      description: 'Failed sign-ins from one network address in a quarter of an hour.',
      default: 100,
      minimum: 1,
      maximum: 100_000,
    }),
    addressHeader: Type.Optional(
      Type.String({
        description: 'Header in which the proxy in front names the caller; its last entry counts.',
        pattern: '^[A-Za-z0-9-]+$',
      }),
    ),
  },
  { additionalProperties: false, default: {} },
);
