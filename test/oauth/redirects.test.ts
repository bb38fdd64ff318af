import { describe, expect, it } from 'vitest';
import { type TestClient, useOAuthWorld } from '../support/oauth-world.ts';

const world = useOAuthWorld();

async function refused(client: TestClient, uri: string) {
  const page = await world()
    .browser()
    .open(world().authorization(client, { redirect_uri: uri }));
  expect(page.url.origin, 'the browser stays').toBe(world().url);
  expect(page.status).toBe(400);
  expect(page.headers.get('location')).toBeNull();
  expect(page.text).toContain('Wrong return address');
}

describe('The redirect URI of an OAuth client', () => {
  it.each(['http://127.0.0.1:1234', 'http://127.0.0.1:65000/', 'http://localhost:8080/', 'http://localhost'])(
    'the redirect URI of an installed client may be %s on loopback, with any port',
    async (redirect_uri) => {
      const client = await world().client();
      const tokens = await world().tokens(client, { redirect_uri });
      expect(tokens.access_token).toBeTruthy();
    },
  );

  it.each([
    'http://127.0.0.1:1234/elsewhere',
    'http://127.0.0.1.evil.example:80/',
    'http://127.0.0.1@evil.example/',
    'https://127.0.0.1/',
    'http://[::1]:9004',
    'http://127.0.0.1:9004/?a=b',
    'http://evil.example/',
    'http://127.0.0.1:65536',
    'http://127.0.0.1:99999/',
    'javascript:alert(1)',
    '//evil.example',
  ])('the redirect URI of an installed client may not be %s', async (uri) => {
    await refused(await world().client(), uri);
  });

  it('the redirect URI of a web client is compared exactly', async () => {
    const client = await world().client({ redirectUris: ['https://app.example/callback'] });
    for (const uri of [
      'https://app.example/callback/',
      'https://app.example/callback?x=1',
      'https://app.example/callback/../evil',
      'https://app.example:8443/callback',
      'http://app.example/callback',
      'https://app.example.evil.example/callback',
      'https://evil.example/callback',
    ]) {
      await refused(client, uri);
    }
    expect((await world().tokens(client)).access_token).toBeTruthy();
  });

  it('the redirect URI of a web client on this machine has a fixed port', async () => {
    const client = await world().client({ redirectUris: ['http://localhost:3000/cb'], kind: 'web' });
    await refused(client, 'http://localhost:3001/cb');
    expect((await world().tokens(client)).access_token).toBeTruthy();
  });

  it('the redirect URI of an installed client may have a custom URI scheme', async () => {
    const client = await world().client({ redirectUris: ['com.example.adesk:/oauth'] });
    const back = await world().allow(world().browser(), world().authorization(client));
    expect(back.href).toMatch(/^com\.example\.adesk:\/oauth\?code=/);
  });

  it('an unknown client gets no redirect', async () => {
    const page = await world()
      .browser()
      .open(`${world().url}/oauth/auth?response_type=code&client_id=x&redirect_uri=https://evil.example/`);
    expect(page.url.origin).toBe(world().url);
    expect(page.text).toContain('Unknown application');
    const requestId = page.headers.get('x-request-id');
    expect(page.text).toContain(`Request id, for support: ${requestId}`);
  });

  it('exchanging the code needs the redirect URI of the authorization request', async () => {
    const client = await world().client();
    const back = await world().allow(world().browser(), world().authorization(client));
    const { body } = await world().token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: 'http://127.0.0.1:1',
      client_id: client.id,
      client_secret: client.secret,
    });
    expect(body.error).toBe('invalid_grant');
  });

  it.each([
    [{ redirectUris: ['http://evil.example/cb'] }, /https/],
    [{ redirectUris: ['https://app.example/*'] }, /wildcards/],
    [{ redirectUris: ['https://app.example/#x'] }, /fragment/],
    [{ redirectUris: ['https://me:pw@app.example/'] }, /user name/],
    [{ redirectUris: ['javascript:alert(1)'], kind: 'installed' }, /scheme/],
    [{ redirectUris: ['myapp:/cb'], kind: 'installed' }, /reversed domain/],
    [{ redirectUris: ['not an address'] }, /absolute/],
  ] as const)('a redirect URI is checked when it is registered: %j', async (request, problem) => {
    const uris = { ...request, redirectUris: [...request.redirectUris] };
    await expect(world().client(uris)).rejects.toThrow(problem);
  });
});
