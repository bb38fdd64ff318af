import { describe, expect, it } from 'vitest';
import { auth, type OAuth2Client } from '../support/google-client.ts';
import { EMAIL, PASSWORD, SCOPE, type TestClient, useOAuthWorld, VERIFIER } from '../support/oauth-world.ts';

const world = useOAuthWorld();

const verify = (token: string | null | undefined) =>
  world().server.context.accounts.bearer.verify(`Bearer ${token}`);

/** Uses a client secrets file as the documentation of the library shows it. */
function library({ file }: TestClient, redirectUri: string, options = {}) {
  const { client_id, client_secret, auth_uri, token_uri } = (file.installed ?? file.web) as NonNullable<
    typeof file.web
  >;
  return new auth.OAuth2({
    client_id,
    client_secret,
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: auth_uri,
      oauth2TokenUrl: token_uri,
      oauth2RevokeUrl: `${world().url}/oauth/revoke`,
    },
    ...options,
  });
}

describe('The client secrets file', () => {
  it.each([
    ['installed', {}, ['http://127.0.0.1', 'http://localhost']],
    ['web', { redirectUris: ['https://app.example/cb'] }, ['https://app.example/cb']],
  ] as const)(
    'the client secrets file has the members that client libraries read: %s',
    async (kind, request, redirect_uris) => {
      const { file } = await world().client({ ...request } as object);
      const { url } = world();
      expect(Object.keys(file)).toEqual([kind]);
      expect(file[kind]).toEqual({
        client_id: expect.stringMatching(/^client-/),
        project_id: 'diptych',
        auth_uri: `${url}/oauth/auth`,
        token_uri: `${url}/oauth/token`,
        auth_provider_x509_cert_url: `${url}/oauth/jwks`,
        client_secret: expect.stringMatching(/^[\w-]{43}$/),
        redirect_uris,
      });
    },
  );
});

describe('The Python library for OAuth', () => {
  // requests-oauthlib sends client_secret in the header Authorization; google-auth sends it in the body of a refresh.
  it('the Python library gets tokens with PKCE and refreshes, with the empty secret of a public client', async () => {
    const client = await world().client({ public: true });
    const { client_id, client_secret, token_uri } = client.file.installed as NonNullable<
      typeof client.file.installed
    >;
    expect(client_secret).toBe('');
    const post = async (form: Readonly<Record<string, string>>, headers = {}) => {
      const answer = await fetch(token_uri, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      });
      return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, string>> };
    };
    const address = world().authorization(client, { access_type: 'offline' });
    const code = (await world().allow(world().browser(), address)).searchParams.get('code') ?? '';
    const exchange = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
      code_verifier: VERIFIER,
    };
    const credential = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
    });
    expect((await post(exchange, credential('x'))).status).toBe(401);
    const first = await post(exchange, credential(''));
    expect(first.status).toBe(200);
    await verify(first.body.access_token);
    const { refresh_token = '' } = first.body;
    const again = await post({
      grant_type: 'refresh_token',
      client_id,
      client_secret: '',
      refresh_token,
    });
    expect(again.status).toBe(200);
    const confidential = await world().client();
    const empty = { authorization: `Basic ${Buffer.from(`${confidential.id}:`).toString('base64')}` };
    expect((await post({ grant_type: 'refresh_token', refresh_token }, empty)).status).toBe(400);
  });
});

describe('The Node library for OAuth', () => {
  it.each([
    ['its default authentication', {}],
    ['Basic for the code exchange', { clientAuthentication: 'ClientSecretBasic' }],
  ])('the Node library gets tokens, refreshes twice and revokes, with %s', async (_, options) => {
    const client = await world().client();
    const oauth = library(client, 'http://localhost:4711', options);
    const address = oauth.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: [SCOPE.monetization, SCOPE.readonly],
      include_granted_scopes: true,
      login_hint: EMAIL,
      state: 's',
    });
    const back = await world().allow(world().browser(), address);
    expect(back.origin).toBe('http://localhost:4711');
    const { tokens } = await oauth.getToken(back.searchParams.get('code') ?? '');
    expect(tokens.refresh_token).toBeTruthy();
    expect(tokens.scope).toBe(`${SCOPE.monetization} ${SCOPE.readonly}`);
    oauth.setCredentials(tokens);
    await verify((await oauth.getAccessToken()).token);
    for (let round = 0; round < 2; round += 1) {
      // The library keeps its refresh token and ignores the one in the answer.
      oauth.setCredentials({ refresh_token: oauth.credentials.refresh_token ?? null });
      await verify((await oauth.getAccessToken()).token);
    }
    await oauth.revokeCredentials();
    oauth.setCredentials({ refresh_token: tokens.refresh_token ?? null });
    await expect(oauth.getAccessToken()).rejects.toThrow(/invalid_grant/);
  });

  it('the Node library gets tokens with PKCE and without a secret', async () => {
    const client = await world().client({ public: true });
    const oauth = library(client, 'http://127.0.0.1:4711', { clientAuthentication: 'None' });
    const { codeVerifier, codeChallenge } = await oauth.generateCodeVerifierAsync();
    const address = oauth.generateAuthUrl({
      access_type: 'offline',
      scope: SCOPE.readonly,
      code_challenge_method: 'S256' as never,
      ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge }),
    });
    const back = await world().allow(world().browser(), address);
    const code = back.searchParams.get('code') ?? '';
    const { tokens } = await oauth.getToken({ code, codeVerifier });
    await verify(tokens.access_token);
  });

  it('the Node library refreshes from an authorized_user file', async () => {
    const client = await world().client();
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const user = auth.fromJSON({
      type: 'authorized_user',
      client_id: client.id,
      client_secret: client.secret ?? '',
      refresh_token: refresh_token ?? '',
    }) as OAuth2Client;
    // An authorized_user file cannot contain the address of the token endpoint.
    (user as unknown as { endpoints: { oauth2TokenUrl: string } }).endpoints.oauth2TokenUrl =
      `${world().url}/oauth/token`;
    await verify((await user.getAccessToken()).token);
  });
});

describe('Parameters of the public platform', () => {
  const tolerated = {
    access_type: 'offline',
    include_granted_scopes: 'true',
    approval_prompt: 'force',
    enable_granular_consent: 'true',
    hd: 'example.com',
    login_hint: EMAIL,
    nonce: 'not for a request without openid',
    authuser: '0',
    service: 'lso',
    flowName: 'GeneralOAuthFlow',
  };

  it('additional parameters of the public platform are ignored', async () => {
    const tokens = await world().tokens(await world().client(), tolerated);
    expect(tokens.refresh_token).toBeTruthy();
  });

  it('an unknown scope is refused, whatever additional parameters the request has', async () => {
    const client = await world().client();
    const back = await world()
      .browser()
      .open(world().authorization(client, { scope: 'https://x.example/other' }));
    expect(back.url.searchParams.get('error')).toBe('invalid_scope');
    const some = await world().tokens(client, { scope: `https://x.example/other ${SCOPE.readonly} profile` });
    expect(some.scope).toBe(SCOPE.readonly);
  });

  it('no OAuth parameter may be repeated', async () => {
    const client = await world().client();
    const address = `${world().authorization(client)}&scope=${SCOPE.monetization}`;
    const back = await world().browser().open(address);
    expect(back.url.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('Browsers that use another host name of the local machine', () => {
  it('a browser on localhost is redirected to the host name for which cookies are set', async () => {
    const address = world()
      .authorization(await world().client())
      .replace('127.0.0.1', 'localhost');
    const answer = await fetch(address, { redirect: 'manual' });
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe(address.replace('localhost', '127.0.0.1'));
  });
});

describe('Cross-origin requests to the token endpoint', () => {
  it('the token endpoint can be called by pages of a public client, and by no others', async () => {
    const client = await world().client({ redirectUris: ['https://spa.example/cb'], public: true });
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: client.id };
    const other = await world().token(fields, { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(other.status).toBe(400);
    const own = await world().token(fields, { origin: 'https://spa.example' });
    expect(own.headers.get('access-control-allow-origin')).toBe('https://spa.example');
    expect(own.status).toBe(200);
  });

  it.each([
    [
      'an unknown grant type',
      { grant_type: 'password', username: EMAIL, password: PASSWORD },
      'unsupported_grant_type',
    ],
    ['no grant type', {}, 'invalid_request'],
    [
      'an unknown code',
      {
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: 'http://127.0.0.1:9004',
        code_verifier: VERIFIER,
      },
      'invalid_grant',
    ],
  ])('the token endpoint refuses %s', async (_, fields, error) => {
    const client = await world().client();
    const answer = await world().token({ ...fields, client_id: client.id, client_secret: client.secret });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });
});
