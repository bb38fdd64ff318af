import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { rawExchange } from '../support/raw-http.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { type ConsolePage, consolePage, exchange, pageHeaders, reasonOf } from './support/console-http.ts';
import { adOps, PASSWORD, signedIn } from './support/people.ts';

const world = useWorld({
  settings: { ...WITH_CONSOLES, 'console.names': ['console.example', 'other.example:8443'] },
});

const PUBLISHER = 'pub-1234567890123456';

const operators = () => world().server.adminUrl;
const panels = () => world().url;

let eve: ConsolePage;
let bo: ConsolePage;
beforeAll(async () => {
  await callAdmin(world().connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  eve = await signedIn(world(), 'eve', 'administrator');
  bo = await adOps(world(), 'bo', [PUBLISHER]);
});

const CONSOLES = [
  ['operators', operators, () => eve],
  ['mediation', panels, () => bo],
] as const;

describe.each(CONSOLES)(
  'Requests that reach the %s console with the cookie of a signed-in user',
  (_, origin, page) => {
    it.each([
      [
        'a request of a page on another port',
        { origin: 'http://127.0.0.1:9', 'sec-fetch-site': 'same-site' },
      ],
      ['a request of a page on another port, whatever its browser says', { origin: 'http://127.0.0.1:9' }],
      [
        'a request of a page on another site',
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      ],
      ['a request of a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ['a request of a browser that sends no metadata', { 'sec-fetch-site': undefined }],
      ['a request by a link', { 'sec-fetch-site': 'none', origin: undefined }],
      ['a request of a script without the header of the console', { 'x-diptych-console': undefined }],
      ['a request of a script with another value of that header', { 'x-diptych-console': 'true' }],
      ['a plain form of another page', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a form of text of another page', { 'content-type': 'text/plain' }],
      ['a form with a file of another page', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['a request without a type', { 'content-type': undefined }],
    ])('the console refuses %s', async (_name, headers) => {
      const answer = await page().post('/session:extend', {}, headers);
      expect([answer.status, reasonOf(answer)]).toEqual([403, 'NOT_FROM_CONSOLE']);
    });

    it('the console accepts a request of its own page', async () => {
      expect((await page().post('/session:extend')).status).toBe(200);
    });

    it('a form of another site that would sign the user in is refused before its body is read', async () => {
      const { host } = new URL(origin());
      const head = [
        'POST /console/api/session:signIn HTTP/1.1',
        `Host: ${host}`,
        'Origin: https://evil.example',
        'Sec-Fetch-Site: cross-site',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 1000000',
      ];
      const answer = await rawExchange(origin(), [`${head.join('\r\n')}\r\n\r\nemail=`]);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer).toContain('NOT_FROM_CONSOLE');
    });
  },
);

const other = (text: string) => (origin: string) => text.replace('PORT', new URL(origin).port);

describe.each(CONSOLES)('The listener of the %s console', (_, origin) => {
  it.each([
    ['another host', 'evil.example'],
    ['another host with the port', 'evil.example:PORT'],
    ['a name that begins with an address of this machine', '127.0.0.1.evil.com:PORT'],
    ['a name that ends with one', 'evil.localhost:PORT'],
    ['an address behind credentials', 'evil.example@127.0.0.1:PORT'],
    ['another port', '127.0.0.1:9'],
    ['no port', 'localhost'],
    ['another address of this machine', '127.0.0.2:PORT'],
    ['all addresses', '0.0.0.0:PORT'],
    ['another address in IPv6', '[::2]:PORT'],
    ['an address in IPv6 that maps to this machine', '[::ffff:127.0.0.1]:PORT'],
    ['a name with a dot behind it', 'localhost.:PORT'],
    ['a number', '2130706433:PORT'],
    ['a known name with another port', 'other.example:9443'],
    ['a known name without its port', 'other.example'],
    ['a name that begins with a known one', 'console.example.evil.com'],
  ])('the listener answers a Host header with %s with 421, before routing: %s', async (_name, text) => {
    const host = other(text)(origin());
    for (const path of [
      '/',
      '/console/',
      '/console/assets/x.js',
      '/console/api/session',
      '/%63onsole/api/session',
    ])
      expect([
        path,
        (await exchange(origin(), path, { headers: { ...pageHeaders(origin()), host } })).status,
      ]).toEqual([path, 421]);
  });

  it.each([
    ['an address', '127.0.0.1:PORT'],
    ['an address in IPv6', '[::1]:PORT'],
    ['a name', 'localhost:PORT'],
    ['a name in capitals', 'LOCALHOST:PORT'],
    ['a configured name', 'console.example'],
    ['a configured name with the port of the listener', 'console.example:PORT'],
    ['a configured name with its own port', 'other.example:8443'],
  ])('the listener accepts a Host header with %s: %s', async (_name, text) => {
    const host = other(text)(origin());
    const headers = { ...pageHeaders(origin()), host, origin: undefined };
    const answer = await exchange(origin(), '/console/api/session', { headers });
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'SESSION_MISSING']);
  });

  it('behind a proxy that terminates TLS, the console accepts its own https origin', async () => {
    const headers = {
      ...pageHeaders(origin()),
      host: 'console.example',
      origin: 'https://console.example',
    };
    const answer = await exchange(origin(), '/console/api/session', { headers });
    expect(reasonOf(answer)).toBe('SESSION_MISSING');
    const foreign = { ...headers, origin: 'https://other.example:8443' };
    expect(reasonOf(await exchange(origin(), '/console/api/session', { headers: foreign }))).toBe(
      'NOT_FROM_CONSOLE',
    );
  });
});

describe('The rest of the admin listener', () => {
  const status = async (path: string, headers: Record<string, string>) =>
    (await exchange(operators(), path, { headers })).status;

  it('the admin listener refuses unknown host names, unless the request has a token', async () => {
    const [host, authorization] = ['evil.example', `Bearer ${world().connection.token}`];
    expect(await status('/admin/v1/whoami', { host })).toBe(421);
    expect(await status('/openapi/admin.json', { host })).toBe(421);
    expect(await status('/nothing', { host })).toBe(421);
    expect(await status('/admin/v1/whoami', { host, authorization })).toBe(200);
    expect(await status('/console/api/session', { host, authorization })).toBe(421);
  });

  it.each(['/healthz', '/.well-known/oauth-protected-resource'])(
    'the admin listener serves %s under every host name',
    async (path) => {
      expect(await status(path, { host: 'evil.example' })).toBe(200);
    },
  );

  it('the public listener serves the panels under every host name', async () => {
    const answer = await exchange(panels(), '/healthz', { headers: { host: 'evil.example' } });
    expect(answer.status).toBe(200);
  });
});

describe('A stolen cookie or token', () => {
  it('a stolen cookie of a console gives no access to /admin/v1 and /v1beta', async () => {
    for (const page of [eve, bo]) {
      const headers = { ...pageHeaders(page.origin), cookie: page.cookie() };
      const admin = await exchange(operators(), '/admin/v1/whoami', {
        headers: { ...headers, host: new URL(operators()).host },
      });
      expect([admin.status, reasonOf(admin)]).toEqual([401, 'TOKEN_INVALID']);
      const accounts = await exchange(panels(), '/v1beta/accounts', { headers });
      expect([accounts.status, reasonOf(accounts)]).toEqual([401, 'CREDENTIALS_MISSING']);
    }
  });

  it('a stolen cookie of a console gives no access to /v1/vdc and /oauth', async () => {
    const headers = { ...pageHeaders(panels()), cookie: bo.cookie() };
    const post = { method: 'POST', body: {}, headers };
    const signedInThere = await exchange(panels(), '/v1/vdc/healthCheck', post);
    const anonymous = await exchange(panels(), '/v1/vdc/healthCheck', {
      ...post,
      headers: { ...headers, cookie: '' },
    });
    expect(signedInThere.status).toBe(anonymous.status);
    expect((await exchange(panels(), '/oauth/userinfo', { headers })).status).toBe(404);
  });

  it('a stolen token of a program gives no access to a console', async () => {
    const authorization = `Bearer ${world().connection.token}`;
    for (const path of ['/session', '/admin/v1/whoami']) {
      const answer = await consolePage(operators()).get(path, { authorization });
      expect([answer.status, reasonOf(answer)]).toEqual([401, 'SESSION_MISSING']);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
    const accounts = await consolePage(panels()).get('/v1beta/accounts', { authorization });
    expect([accounts.status, reasonOf(accounts)]).toEqual([401, 'SESSION_MISSING']);
    expect(accounts.headers['www-authenticate']).toBeUndefined();
  });

  it('a request of the mediation console without a session is explained, but not among the refused ones', async () => {
    const answer = await consolePage(panels()).get('/v1beta/accounts');
    expect(reasonOf(answer)).toBe('SESSION_MISSING');
    const id = String(answer.headers['x-request-id']);
    const explained = await callAdmin(world().connection, 'getRequest', { id });
    expect(explained.requests).toMatchObject([{ outcome: 'SESSION_MISSING' }]);
    const { requests } = await callAdmin(world().connection, 'listRefusedRequests', {});
    expect(requests.filter(({ reason }) => reason === 'SESSION_MISSING')).toEqual([]);
  });

  it('a stolen cookie of one console gives no access to the other, under either cookie name', async () => {
    const ofOperators = eve.jar.get('__Host-diptych-console') ?? '';
    const ofMediation = bo.jar.get('__Host-diptych-mediation') ?? '';
    for (const [page, stolen] of [
      [consolePage(operators()), ofMediation],
      [consolePage(panels()), ofOperators],
    ] as const)
      for (const name of ['__Host-diptych-console', '__Host-diptych-mediation']) {
        page.jar.clear();
        page.jar.set(name, stolen);
        expect((await page.get('/session')).status).toBe(401);
      }
    expect([ofOperators, ofMediation]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  });

  it('a stolen cookie of one console does not disturb a session of the other', async () => {
    const both = `${eve.cookie()}; ${bo.cookie()}`;
    const [operator, member] = [
      await eve.get('/session', { cookie: both }),
      await bo.get('/session', { cookie: both }),
    ];
    expect([operator.body.console, member.body.console]).toEqual(['operators', 'mediation']);
  });

  // test/console/search.test.ts has the one exception: the list of groups, for the search.
  it('the operators’ console gives no access to the mediation interface, and the mediation console none to the administration', async () => {
    expect((await eve.get('/v1beta/accounts')).status).toBe(404);
    expect((await bo.get('/admin/v1/whoami')).status).toBe(404);
    expect((await bo.post('/ids:search', { idPrefix: 'h-1' })).status).toBe(404);
    expect((await bo.post('/batch')).status).toBe(404);
  });
});

describe('The mediation console', () => {
  it('the mediation console calls the panel for accounts of the signed-in user only', async () => {
    const own = await bo.get(`/v1beta/accounts/${PUBLISHER}/adUnits`);
    expect(own.status).toBe(200);
    const foreign = await bo.get('/v1beta/accounts/pub-9999999999999999/adUnits');
    expect([foreign.status, reasonOf(foreign)]).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
  });

  it('the mediation console shows changes in accounts of the signed-in user only', async () => {
    const app = await bo.post(`/v1beta/accounts/${PUBLISHER}/apps`, {
      platform: 'IOS',
      manualAppInfo: { displayName: 'Chess' },
    });
    expect(app.status).toBe(200);
    const { status, body } = await bo.post('/changes:search', { publisher: PUBLISHER });
    expect([status, body.changes[0]]).toEqual([
      200,
      expect.objectContaining({ resource: app.body.name, after: expect.anything() }),
    ]);
    const foreign = await bo.post('/changes:search', { publisher: 'pub-9999999999999999' });
    expect([foreign.status, reasonOf(foreign)]).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
    const wrong = await bo.post('/changes:search');
    expect([wrong.status, reasonOf(wrong)]).toEqual([400, 'REQUEST_INVALID']);
    const stranger = consolePage(panels());
    expect((await stranger.post('/changes:search', { publisher: PUBLISHER })).status).toBe(401);
  });
});

describe.each(CONSOLES)('The %s console', (_, origin, page) => {
  it('the console cannot be framed by another page, and loads only its own scripts and data', async () => {
    for (const path of ['/console/', '/console/groups/1', '/console/api/session']) {
      const { headers } = await exchange(origin(), path, { headers: pageHeaders(origin()) });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-content-type-options']).toBe('nosniff');
      // Only over TLS.
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('browsers must not store answers of the console', async () => {
    const list = origin() === operators() ? '/admin/v1/whoami' : '/v1beta/accounts';
    for (const answer of [await page().get('/session'), await page().get(list), await page().get('/nothing')])
      expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('the console answers 404 for a missing asset, not its start page', async () => {
    const answer = await exchange(origin(), '/console/assets/none.js');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('text/plain'),
    ]);
  });

  it('the console sets a cookie for this host only, over TLS only, hidden from scripts and other sites', async () => {
    const email = origin() === operators() ? 'eve@example.com' : 'bo@example.com';
    const answer = await consolePage(origin()).post('/session:signIn', { email, password: PASSWORD });
    const cookie = answer.cookies.find((line) => line.startsWith('__Host-'));
    expect(cookie).toMatch(
      /^__Host-diptych-(console|mediation)=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  });
});
