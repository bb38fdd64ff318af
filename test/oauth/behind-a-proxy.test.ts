import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { ACME, EMAIL, useOAuthWorld } from '../support/oauth-world.ts';

const ISSUER = 'https://auth.example';

const world = useOAuthWorld({
  'oauth.issuerUrl': ISSUER,
  'oauth.audience': 'https://mediation.example/api',
  'oauth.scopeBase': 'https://mediation.example/auth',
  'oauth.addressHeader': 'X-Forwarded-For',
  'oauth.attemptsPerAddress': 2,
});

/** A request as a proxy passes it on; `headers` may include forged ones. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world().url}${path}`, { redirect: 'manual', headers });

const path = (address: string) => address.replace(world().url, '');

describe('The authorization server behind a proxy that ends TLS', () => {
  it('all addresses are built from the settings, whatever host a request names', async () => {
    for (const headers of [{}, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }]) {
      const answer = await get('/.well-known/openid-configuration', headers);
      const document = (await answer.json()) as Record<string, unknown>;
      expect(document.issuer).toBe(ISSUER);
      for (const [name, value] of Object.entries(document)) {
        if (/_(endpoint|uri)$/.test(name)) expect(value, name).toMatch(/^https:\/\/auth\.example\//);
      }
    }
    const { file } = await world().client();
    expect(file.installed?.auth_uri).toBe(`${ISSUER}/oauth/auth`);
  });

  it('behind a proxy cookies are sent over TLS only', async () => {
    const client = await world().client();
    const answer = await get(path(world().authorization(client)));
    expect(answer.status).toBe(303);
    const lines = answer.headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).toMatch(/; secure/i);
    const cookie = lines.map((line) => line.split(';')[0]).join('; ');
    const page = await get(answer.headers.get('location') ?? '', { cookie });
    expect(page.status).toBe(200);
    expect(page.headers.get('set-cookie')).toMatch(/^diptych_form=.*; Secure$/);
  });

  it('tokens have the issuer and the audience of the settings', async () => {
    const { accessToken } = await world().admin('issueToken', { publishers: [ACME], scopes: ['readonly'] });
    expect(decodeJwt(accessToken)).toMatchObject({ iss: ISSUER, aud: 'https://mediation.example/api' });
    const caller = await world().server.context.accounts.bearer.verify(`Bearer ${accessToken}`);
    expect(caller.issuer).toBe(ISSUER);
  });

  it('sign-ins are limited by the address that the proxy saw, not by one that the client sends', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const page = await visitor.open(world().authorization(client));
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const attempt = (address: string) => {
      const body = new URLSearchParams({ csrf, email: EMAIL, password: 'wrong' });
      const headers = { 'x-forwarded-for': address };
      return visitor.send(`${page.url.pathname}/sign-in`, { method: 'POST', body, headers });
    };
    expect((await attempt('192.0.2.1')).status).toBe(400);
    expect((await attempt('203.0.113.9, 192.0.2.1')).status).toBe(400);
    expect((await attempt('198.51.100.7, 192.0.2.1')).status).toBe(429);
    expect((await attempt('192.0.2.1, 198.51.100.7')).status).toBe(400);
    // Some proxies add the port of the client, which differs for each connection.
    expect((await attempt('192.0.2.1:50001')).status).toBe(429);
    expect((await attempt('[2001:db8::1]:1')).status).toBe(400);
    expect((await attempt('[2001:db8::2]:2')).status).toBe(400);
    expect((await attempt('2001:db8::3')).status).toBe(429);
    // Invented names are not addresses, so these attempts count for the address of the proxy.
    expect((await attempt('a')).status).toBe(400);
    expect((await attempt('b')).status).toBe(400);
    expect((await attempt('c')).status).toBe(429);
  });
});

describe('A server without the embedded authorization server', () => {
  const bare = useOAuthWorld({ 'oauth.embedded': false });

  it('without the embedded server there is no sign-in page, and operators can still issue tokens', async () => {
    for (const route of ['/.well-known/openid-configuration', '/oauth/auth', '/oauth/jwks']) {
      expect((await fetch(`${bare().url}${route}`)).status).toBe(404);
    }
    const { accessToken } = await bare().admin('issueToken', { publishers: [ACME], scopes: ['readonly'] });
    const caller = await bare().server.context.accounts.bearer.verify(`Bearer ${accessToken}`);
    expect(caller.subject).toBe('operator');
  });
});
