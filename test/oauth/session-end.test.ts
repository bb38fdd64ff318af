import { describe, expect, it } from 'vitest';
import {
  ACME,
  EMAIL,
  exchangeOf,
  PASSWORD,
  SCOPE,
  type TestClient,
  useOAuthWorld,
} from '../support/oauth-world.ts';

const world = useOAuthWorld();

const verify = (token: string) => world().server.context.accounts.bearer.verify(`Bearer ${token}`);

async function signedIn(client: TestClient, parameters = {}) {
  const visitor = world().browser();
  const scope = `openid ${SCOPE.readonly}`;
  const back = await world().allow(visitor, world().authorization(client, { scope, ...parameters }));
  const { body } = await world().token(exchangeOf(client, back));
  return { visitor, tokens: body };
}

describe('Signing out (the end of a session)', () => {
  it('a page asks before it signs out the browser', async () => {
    const client = await world().client();
    const { visitor } = await signedIn(client);
    const page = await visitor.open('/oauth/session/end');
    expect(page.text).toContain('Sign out?');
    expect(page.html).not.toMatch(/<script/);
    const done = await visitor.submit(page, '/oauth/session/end/confirm', { logout: 'yes' });
    expect(done.text).toContain('You are signed out');
    const next = await visitor.open(world().authorization(client));
    expect(next.text).toContain('Sign in to continue');
  });

  it('signing out revokes tokens of the session, and keeps offline access', async () => {
    const client = await world().client();
    const online = await signedIn(client);
    const offline = await signedIn(client, { access_type: 'offline' });
    for (const { visitor } of [online, offline]) {
      const page = await visitor.open('/oauth/session/end');
      await visitor.submit(page, '/oauth/session/end/confirm', { logout: 'yes' });
    }
    await expect(verify(online.tokens.access_token)).rejects.toThrow(/revoked/);
    await verify(offline.tokens.access_token);
  });

  it('signing out ends the session of one browser, and other browsers stay signed in', async () => {
    const client = await world().client({ redirectUris: ['https://app.example/cb'] });
    const [here, there] = [await signedIn(client), await signedIn(client)];
    await world().newUser('bob@example.com', [ACME]);
    const bob = world().browser();
    const form = await bob.open(world().authorization(client));
    const asked = await bob.submit(form, '/sign-in', { email: 'bob@example.com', password: PASSWORD });
    await bob.submit(asked, '/consent', { decision: 'allow' });
    const page = await here.visitor.open('/oauth/session/end');
    await here.visitor.submit(page, '/oauth/session/end/confirm', { logout: 'yes' });
    for (const visitor of [there.visitor, bob]) {
      const next = await visitor.open(world().authorization(client));
      expect(next.url.searchParams.get('code')).toBeTruthy();
    }
    await verify(there.tokens.access_token);
    await expect(verify(here.tokens.access_token)).rejects.toThrow(/revoked/);
  });

  it('signing out may be requested with a form (OpenID Connect RP-Initiated Logout 2)', async () => {
    const { visitor, tokens } = await signedIn(await world().client());
    const body = new URLSearchParams({ id_token_hint: tokens.id_token });
    const page = await visitor.send('/oauth/session/end', { method: 'POST', body });
    expect(page.text).toContain('Ad desk asks you to sign out');
  });

  it('the user may decline to sign out', async () => {
    const client = await world().client({ redirectUris: ['https://app.example/cb'] });
    const { visitor } = await signedIn(client);
    const page = await visitor.open('/oauth/session/end');
    await visitor.submit(page, '/oauth/session/end/confirm');
    const next = await visitor.open(world().authorization(client));
    expect(next.url.searchParams.get('code')).toBeTruthy();
  });

  it('signing out returns to the client at an address that it registered', async () => {
    const client = await world().client({
      redirectUris: ['https://app.example/cb'],
      postLogoutRedirectUris: ['https://app.example/bye'],
    });
    const { visitor, tokens } = await signedIn(client);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://app.example/bye',
      state: 's',
    });
    const page = await visitor.open(`/oauth/session/end?${query}`);
    expect(page.text).toContain('Ad desk asks you to sign out');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example");
    const done = await visitor.submit(page, '/oauth/session/end/confirm', { logout: 'yes' });
    expect(done.url.href).toBe('https://app.example/bye?state=s');
  });

  it('an unregistered post_logout_redirect_uri is refused', async () => {
    const client = await world().client();
    const { visitor, tokens } = await signedIn(client);
    for (const extra of [{ id_token_hint: tokens.id_token }, { client_id: client.id }]) {
      const query = new URLSearchParams({ post_logout_redirect_uri: 'https://evil.example/', ...extra });
      const page = await visitor.open(`/oauth/session/end?${query}`);
      expect(page.status).toBe(400);
      expect(page.url.origin).toBe(world().url);
    }
    const page = await visitor.open('/oauth/session/end?post_logout_redirect_uri=https://evil.example/');
    const done = await visitor.submit(page, '/oauth/session/end/confirm', { logout: 'yes' });
    expect(done.url.origin).toBe(world().url);
  });

  it('signing out requires the form that the same browser was shown', async () => {
    const client = await world().client();
    const { visitor } = await signedIn(client);
    await visitor.open('/oauth/session/end');
    const body = new URLSearchParams({ xsrf: 'guess', logout: 'yes' });
    const forged = await visitor.send('/oauth/session/end/confirm', { method: 'POST', body });
    expect(forged.status).toBe(400);
    const next = await visitor.open(world().authorization(client, { prompt: 'consent' }));
    expect(next.text).toContain(`Signed in as ${EMAIL}`);
  });
});
