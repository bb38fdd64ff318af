import { describe, expect, it } from 'vitest';
import { startScene, useScene } from '../issuer/callers/support.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { consolePage, exchange, pageHeaders, reasonOf } from './support/console-http.ts';
import { PASSWORD } from './support/people.ts';

const scene = useScene(() =>
  startScene(() => ({
    ...WITH_CONSOLES,
    adminHost: '0.0.0.0',
    'console.names': ['console.example'],
    'oauth.issuerUrl': 'https://panels.example',
    'users.passkeyDomain': 'example',
  })),
);

const origin = () => `https://localhost:${new URL(scene().serving.server.adminUrl).port}`;

const session = (headers: Record<string, string> = {}) =>
  exchange(origin(), '/console/api/session', {
    headers: { ...pageHeaders(origin()), host: new URL(origin()).host, ...headers },
  });

describe('The console over TLS', () => {
  it('the console over TLS tells browsers to use only https', async () => {
    for (const path of ['/', '/console/', '/docs/api']) {
      const { headers } = await exchange(origin(), path, { headers: { host: new URL(origin()).host } });
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    }
    expect((await session()).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('the console over TLS accepts only an origin with https', async () => {
    expect(reasonOf(await session())).toBe('SESSION_MISSING');
    expect(reasonOf(await session({ origin: origin().replace('https', 'http') }))).toBe('NOT_FROM_CONSOLE');
  });

  it('the console over TLS can have a name on port 443, behind a proxy that passes the connection on', async () => {
    const named = { host: 'console.example', origin: 'https://console.example' };
    expect(reasonOf(await session(named))).toBe('SESSION_MISSING');
    expect(reasonOf(await session({ ...named, host: 'console.example:443' }))).toBe('SESSION_MISSING');
    expect((await session({ ...named, host: '0.0.0.0' })).status).toBe(421);
  });
});

describe('A console that others on the network reach', () => {
  const caller = {
    kind: 'operator',
    operatorId: 'operator',
    requestId: 'r-1',
    role: 'administrator',
  } as const;

  it('for a console with a configured name, diptych console prints the address without a code', async () => {
    const { serving } = scene();
    const { startConsole } = serving.server.context.administration;
    expect(await startConsole({}, caller)).toEqual({ url: 'https://console.example/console/' });
  });

  it('a person who opens it by another address learns its name, at which passkeys work', async () => {
    const [email, password] = ['vi@example.com', 'a first password'];
    const { createUser } = scene().serving.server.context.administration;
    await createUser({ email, password, role: 'viewer', publishers: [] }, caller);
    const page = consolePage(origin());
    await page.post('/session:changePassword', { email, password, newPassword: PASSWORD });
    const { body } = await page.get('/passkeys');
    expect(body).toEqual({ passkeys: [], domain: 'example', origin: 'https://console.example' });
  });
});
