import fc from 'fast-check';
import type { FuzzRequest } from '../request.ts';
import type { Stage } from '../stage.ts';

const ENDPOINTS = [
  ['GET', '/oauth/auth'],
  ['POST', '/oauth/auth'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['GET', '/oauth/jwks'],
  ['GET', '/oauth/session/end'],
  ['POST', '/oauth/session/end'],
  ['POST', '/oauth/session/end/confirm'],
  ['GET', '/oauth/session/end/success'],
  ['GET', '/oauth/interaction/abc'],
  ['POST', '/oauth/interaction/abc/sign-in'],
  ['POST', '/oauth/interaction/abc/consent'],
  ['POST', '/oauth/interaction/abc/cancel'],
  ['GET', '/.well-known/openid-configuration'],
  ['OPTIONS', '/oauth/token'],
] as const;

/** Valid values of parameters. Each request has some of them and changes some. */
const good = ({ client, known }: Stage) => ({
  response_type: 'code',
  client_id: client.id,
  redirect_uri: `${client.redirectUri}:9004`,
  scope: 'https://mediation.example/auth/readonly openid',
  state: 's',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  prompt: 'consent',
  max_age: '1',
  claims: '{"id_token":{"sub":null}}',
  nonce: 'n',
  login_hint: known.email ?? '',
  id_token_hint: 'a.b.c',
  request: 'a.b.c',
  request_uri: 'urn:x',
  response_mode: 'form_post',
  ui_locales: 'en de',
  resource: 'https://x.example',
  access_type: 'offline',
  grant_type: 'authorization_code',
  code: 'abc',
  code_verifier: 'v'.repeat(43),
  refresh_token: 'abc',
  client_secret: 'abc',
  client_assertion: 'a.b.c',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  token: 'a.b.c',
  token_type_hint: 'access_token',
  post_logout_redirect_uri: 'http://127.0.0.1',
  email: known.email ?? '',
  password: 'wrong password',
  csrf: 'abc',
  publisher: known.publisher ?? '',
});

/** The parameters of an authorization request. */
const NEEDED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'code_challenge',
  'code_challenge_method',
];

const nasty = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      '\0',
      '\ud7ff',
      '__proto__',
      '-1',
      '1e9',
      'http://[',
      'client_credentials',
      'refresh_token',
      'none',
      '{"a":',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 50 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'a ', '[', '{"a":', '%', 'http://a/'), fc.nat(30_000))
      .map(([unit, bytes]) => unit.repeat(bytes / unit.length)),
  },
);

export function oauthRequests(stage: Stage): fc.Arbitrary<FuzzRequest> {
  const values = good(stage);
  const names = Object.keys(values) as (keyof typeof values)[];
  const chosen = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(nasty, { nil: undefined })), {
    maxLength: 8,
  });
  return fc
    .tuple(fc.constantFrom(...ENDPOINTS), fc.boolean(), chosen)
    .map(([[method, path], needed, parameters]) => {
      const basis = needed
        ? NEEDED.map((name): [string, string] => [name, values[name as keyof typeof values]])
        : [];
      const form = new URLSearchParams([
        ...basis.filter(([name]) => !parameters.some(([other]) => other === name)),
        ...parameters.map(([name, value]): [string, string] => [
          name,
          (value ?? values[name]).toWellFormed(),
        ]),
      ]).toString();
      const name = `${method} ${path}`;
      if (method !== 'POST') return { listener: 'panels', name, method, path: `${path}?${form}` };
      const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
      return { listener: 'panels', name, method, path, headers, body: form };
    });
}
