import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  ACME,
  credentialsOf,
  EMAIL,
  exchangeOf,
  NEWS,
  PASSWORD,
  SCOPE,
  type TestClient,
  useOAuthWorld,
} from '../support/oauth-world.ts';

const world = useOAuthWorld();

/** A code that can be exchanged for a refresh token too. */
async function allowedOffline() {
  const client = await world().client();
  const address = world().authorization(client, { access_type: 'offline' });
  return { client, exchange: exchangeOf(client, await world().allow(world().browser(), address)) };
}

async function expectEnded(client: TestClient, given: Record<string, string>): Promise<void> {
  const { bearer } = world().server.context.accounts;
  await expect(bearer.verify(`Bearer ${given.access_token}`)).rejects.toThrow(/revoked/);
  const grant = { grant_type: 'refresh_token', refresh_token: given.refresh_token ?? '' };
  const refreshed = await world().token({ ...grant, ...credentialsOf(client) });
  expect(refreshed.body.error).toBe('invalid_grant');
}

describe('The authorization code flow', () => {
  it('the user signs in, consents in plain words, and the client is called back with a code', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const signIn = await visitor.open(
      world().authorization(client, {
        scope: `${SCOPE.monetization} ${SCOPE.readonly}`,
        access_type: 'offline',
      }),
    );
    expect(signIn.status).toBe(200);
    expect(signIn.text).toContain('Sign in to continue to Ad desk');
    const consent = await visitor.submit(signIn, '/sign-in', { email: EMAIL, password: PASSWORD });
    expect(consent.text).toContain('Allow access for Ad desk?');
    expect(consent.text).toContain(`Signed in as ${EMAIL}`);
    expect(consent.text).toContain('See, create and change the ad mediation settings');
    expect(consent.text).toContain('See all data of the account');
    expect(consent.text).toContain('Keep this access while you are away');
    expect(consent.text).toContain(`Acme Games ${ACME}`);
    expect(consent.text).toContain(`Acme <News> & More ${NEWS}`);
    expect(consent.html).toContain('Acme &lt;News&gt; &amp; More');
    expect(consent.text).not.toContain('Somebody Else');
    const back = await visitor.submit(consent, '/consent', { decision: 'allow' });
    expect(back.url.href).toMatch(/^http:\/\/127\.0\.0\.1:9004\/\?code=[\w-]+&state=state-1&iss=/);
    expect(back.url.searchParams.get('iss')).toBe(world().url);
  });

  it('a code is exchanged for an access token that is a JWT with the chosen accounts', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const back = await world().allow(visitor, world().authorization(client), [NEWS]);
    const { status, headers, body } = await world().token(exchangeOf(client, back));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: SCOPE.readonly });
    expect(body.refresh_token).toBeUndefined();
    const keys = createRemoteJWKSet(new URL(`${world().url}/oauth/jwks`));
    const { payload, protectedHeader } = await jwtVerify(body.access_token, keys, {
      issuer: world().url,
      audience: world().url,
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(payload).toMatchObject({ client_id: client.id, scope: SCOPE.readonly, publishers: [NEWS] });
    expect(payload.sub).toMatch(/^user-/);
    expect(payload.jti).toBeTypeOf('string');
    expect(payload.exp).toBe((payload.iat ?? 0) + 3600);
  });

  it('an ID token identifies the user if the client requests openid', async () => {
    const client = await world().client();
    const tokens = await world().tokens(client, { scope: `openid email ${SCOPE.readonly}`, nonce: 'n-1' });
    const keys = createRemoteJWKSet(new URL(`${world().url}/oauth/jwks`));
    const { payload } = await jwtVerify(tokens.id_token ?? '', keys, {
      issuer: world().url,
      audience: client.id,
    });
    expect(payload).toMatchObject({ email: EMAIL, nonce: 'n-1' });
    expect(decodeProtectedHeader(tokens.id_token ?? '').typ).not.toBe('at+jwt');
  });

  it('a user who refuses consent sends the client an error', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const signIn = await visitor.open(world().authorization(client));
    const consent = await visitor.submit(signIn, '/sign-in', { email: EMAIL, password: PASSWORD });
    const back = await visitor.submit(consent, '/consent', { decision: 'deny' });
    expect(back.url.searchParams.get('error')).toBe('access_denied');
    expect(back.url.searchParams.get('state')).toBe('state-1');
  });

  it('a user who cancels the sign-in sends the client an error', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const page = await visitor.open(world().authorization(client));
    const action = `${page.url.pathname}/sign-in`;
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    expect(page.html).toContain(`formaction="${page.url.pathname}/cancel"`);
    const back = await visitor.send(action.replace('sign-in', 'cancel'), {
      method: 'POST',
      body: new URLSearchParams({ csrf }),
    });
    expect(back.url.searchParams.get('error')).toBe('access_denied');
  });

  it('consent needs at least one chosen publisher account', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const signIn = await visitor.open(world().authorization(client));
    const consent = await visitor.submit(signIn, '/sign-in', { email: EMAIL, password: PASSWORD });
    const again = await visitor.submit(consent, '/consent', { decision: 'allow', publisher: [] });
    expect(again.status).toBe(400);
    expect(again.text).toContain('Choose at least one publisher account');
  });

  it('no account is granted that the user does not hold, whatever the form contains', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const signIn = await visitor.open(world().authorization(client));
    const consent = await visitor.submit(signIn, '/sign-in', { email: EMAIL, password: PASSWORD });
    const again = await visitor.submit(consent, '/consent', {
      decision: 'allow',
      publisher: ['pub-3333333333333333'],
    });
    expect(again.status).toBe(400);
  });

  it('a user without publisher accounts reads that there is no account to share', async () => {
    await world().newUser('new@example.com', []);
    const client = await world().client();
    const visitor = world().browser();
    const signIn = await visitor.open(world().authorization(client));
    const consent = await visitor.submit(signIn, '/sign-in', {
      email: 'new@example.com',
      password: PASSWORD,
    });
    expect(consent.text).toContain('No publisher account is linked to you');
    const back = await visitor.submit(consent, '/consent', { decision: 'deny' });
    expect(back.url.searchParams.get('error')).toBe('access_denied');
  });

  it('a browser that is signed in may choose another account', async () => {
    await world().newUser('bob@example.com', [ACME]);
    const client = await world().client();
    const visitor = world().browser();
    const signIn = await visitor.open(world().authorization(client, { access_type: 'offline' }));
    const consent = await visitor.submit(signIn, '/sign-in', { email: EMAIL, password: PASSWORD });
    const again = await visitor.submit(consent, '/other-account');
    expect(again.text).toContain('Sign in to continue to Ad desk');
    const other = await visitor.submit(again, '/sign-in', { email: 'bob@example.com', password: PASSWORD });
    expect(other.text).toContain('Signed in as bob@example.com');
    expect(other.text).toContain('Keep this access while you are away');
    const back = await visitor.submit(other, '/consent', { decision: 'allow' });
    expect(back.url.searchParams.get('code')).toBeTruthy();
  });

  it('a web client gets consent once, and again with prompt=consent or approval_prompt=force', async () => {
    const client = await world().client({ redirectUris: ['https://app.example/callback'] });
    const visitor = world().browser();
    await world().allow(visitor, world().authorization(client));
    const silent = await visitor.open(world().authorization(client));
    expect(silent.url.searchParams.get('code')).toBeTruthy();
    const none = await visitor.open(world().authorization(client, { prompt: 'none' }));
    expect(none.url.searchParams.get('code')).toBeTruthy();
    for (const parameters of [{ prompt: 'consent' }, { approval_prompt: 'force' }]) {
      const asked = await visitor.open(world().authorization(client, parameters));
      expect(asked.text).toContain('Allow access for Ad desk?');
    }
    const chosen = await visitor.open(world().authorization(client, { prompt: 'select_account' }));
    expect(chosen.text).toContain('Sign in to continue');
  });

  it('a code is accepted once, and a second use revokes the tokens of the first', async () => {
    const { client, exchange } = await allowedOffline();
    const first = await world().token(exchange);
    expect(first.status).toBe(200);
    const second = await world().token(exchange);
    expect(second.body.error).toBe('invalid_grant');
    await expectEnded(client, first.body);
  });

  it('of several concurrent exchanges of a code at most one is answered, and its tokens are revoked', async () => {
    const { client, exchange } = await allowedOffline();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world().token(exchange)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { body } of won) await expectEnded(client, body);
  });

  it('consent is requested again if the user no longer holds any of the chosen accounts', async () => {
    const client = await world().client({ redirectUris: ['https://app.example/cb'] });
    const visitor = world().browser();
    await world().allow(visitor, world().authorization(client), [NEWS]);
    await world().admin('changeUserPublishers', { user: EMAIL, remove: [NEWS] });
    const page = await visitor.open(world().authorization(client));
    await world().admin('changeUserPublishers', { user: EMAIL, add: [NEWS] });
    expect(page.text).toContain('Allow access for Ad desk?');
  });

  it('the authorization request may be sent as a form (OpenID Connect Core 3.1.2.1)', async () => {
    const client = await world().client();
    const { pathname, search } = new URL(world().authorization(client));
    const body = new URLSearchParams(search);
    const page = await world().browser().send(pathname, { method: 'POST', body });
    expect(page.text).toContain('Sign in to continue');
    const json = await fetch(`${world().url}${pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });

  it('the answer may be a form (response_mode=form_post) that cannot be framed', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const page = await visitor.open(world().authorization(client, { response_mode: 'form_post' }));
    const asked = await visitor.submit(page, '/sign-in', { email: EMAIL, password: PASSWORD });
    const last = await visitor.submit(asked, '/consent', { decision: 'allow' });
    expect(last.html).toMatch(/name="code" value="[\w-]+"/);
    const policy = last.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none';script-src 'sha256-[\w+/=]+';frame-ancestors 'none'/);
    expect(last.headers.get('x-frame-options')).toBe('DENY');
    expect(last.headers.get('cache-control')).toBe('no-store');
  });

  it('the log contains no names, codes or tokens', async () => {
    const client = await world().client();
    const tokens = await world().tokens(client, { access_type: 'offline', login_hint: EMAIL });
    const text = world().log.join('\n');
    for (const secret of [EMAIL, PASSWORD, tokens.access_token, tokens.refresh_token, client.secret]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('"endpoint":"/oauth/token"');
  });
});
