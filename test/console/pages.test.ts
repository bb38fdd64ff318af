import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveSession } from '../../src/accounts/console/index.ts';
import { pageRoutes } from '../../src/http/console/pages.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})`;

const TOKEN = 'A'.repeat(43);

/** A session of a person whose name a page must quote. */
const LIVE: LiveSession = {
  session: {
    sessionId: 's-1',
    console: 'operators',
    userId: 'u-1',
    signedInAt: 0,
    authenticatedAt: 0,
    lastUsedAt: 0,
  } as LiveSession['session'],
  person: {
    kind: 'user',
    user: { userId: 'u-1', email: `o'"&<b>@example.com`, role: 'viewer', publishers: [] },
  } as unknown as LiveSession['person'],
  mustRegister: false,
  proof: { at: 0 },
  policy: { idle: 60_000, absolute: 600_000 } as LiveSession['policy'],
};

let isOverLimit = false;

let folder: string;
let listener: FastifyInstance;
/** What the provider of an organisation says about a session, when it answers. */
let confirmed: Promise<void> = Promise.resolve();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-pages-'));
  listener = Fastify();
  pageRoutes(listener, {
    console: 'operators',
    command: { local: 'DIPTYCH_DATA=/srv/data node "a b"/diptych.js', remote: 'diptych' },
    built: pathToFileURL(`${folder}/`),
    sessions: {
      use: async (_, token, how) => {
        await confirmed;
        return token === TOKEN && how === 'background' ? LIVE : undefined;
      },
    },
    limit: async () => {
      if (isOverLimit) throw new Error('too many requests');
    },
    interfaces: ['issuer'],
    otherConsole: () => undefined,
  });
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => listener.inject({ url, headers });

describe('Before the console is built', () => {
  it('before the console is built, a page says what to run', async () => {
    const { statusCode, body } = await get('/console/');
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run setup')]);
  });
});

describe('The built console', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'operators', 'assets'), { recursive: true });
    writeFileSync(
      join(folder, 'operators', 'index.html'),
      '<!doctype html><html lang="en"><title>Console</title>',
    );
    writeFileSync(join(folder, 'operators', 'assets', 'index-1a2b.js'), SCRIPT);
    writeFileSync(join(folder, 'secret.txt'), 'secret');
  });

  it.each(['/console/', '/console/proofings', '/console/proofings/p-1?state=pending'])(
    'the built console has its page at %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, body]).toEqual([200, expect.stringContaining('<title>Console</title>')]);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it('the policy of the built console allows its own scripts only, no inline scripts and no frame', async () => {
    const { headers } = await get('/console/');
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  });

  it('the page says how the program is called, and names the data folder on the machine of the server only', async () => {
    const commandOf = async (headers: Record<string, string>) =>
      /<html data-command="([^"]*)" /.exec((await get('/console/', headers)).body)?.[1];
    const elsewhere: readonly Record<string, string>[] = [
      { host: 'diptych.example' },
      { host: 'localhost', 'x-forwarded-for': '203.0.113.1' },
      { host: '127.0.0.1:8081', forwarded: 'for=203.0.113.1' },
    ];
    for (const headers of elsewhere) expect(await commandOf(headers)).toBe('diptych');
    const here = 'DIPTYCH_DATA=/srv/data node &quot;a b&quot;/diptych.js';
    for (const host of ['localhost:8081', '127.0.0.1:8081', '[::1]:8081'])
      expect(await commandOf({ host })).toBe(here);
    const answer = await listener.inject({ url: '/console/', remoteAddress: '203.0.113.1' });
    expect(answer.body).toContain('data-command="diptych"');
  });

  it('files of the console, whose names contain a hash, may be cached for ever, and are compressed on request', async () => {
    const plain = await get('/console/assets/index-1a2b.js');
    expect([plain.body, plain.headers['content-type']]).toEqual([SCRIPT, 'text/javascript; charset=utf-8']);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await get('/console/assets/index-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(SCRIPT.length / 2);
  });

  it('the console answers 304 if the browser already has the page', async () => {
    const { etag } = (await get('/console/')).headers;
    const again = await get('/console/', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['none.js', '..%2f..%2fsecret.txt', '%2e%2e%2findex.html', ''])('has no asset %j', async (name) => {
    expect((await get(`/console/assets/${name}`)).statusCode).toBe(404);
  });
});

/** What a browser sends when a person enters the address. */
const VISIT = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const COOKIE = { cookie: `__Host-diptych-console=${TOKEN}` };

describe('A page that is opened with a session', () => {
  const sessionIn = (body: string): unknown => {
    const text = /<html data-session="([^"]*)" /.exec(body)?.[1];
    return text && JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  };

  it.each(['none', 'same-origin'])(
    'has the session, and is not stored (Sec-Fetch-Site: %s)',
    async (site) => {
      const { etag } = (await get('/console/')).headers;
      const answer = await get('/console/proofings', {
        ...VISIT,
        ...COOKIE,
        'sec-fetch-site': site,
        'if-none-match': String(etag),
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers.etag).toBeUndefined();
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(sessionIn(answer.body)).toMatchObject({
        person: { id: 'u-1', email: `o'"&<b>@example.com`, role: 'viewer' },
        idleEndTime: '1970-01-01T00:01:00.000Z',
      });
    },
  );

  it.each<[string, Record<string, string>]>([
    ['a page on another port of the host opens it', { 'sec-fetch-site': 'same-site' }],
    ['another site opens it', { 'sec-fetch-site': 'cross-site' }],
    ['a script reads it', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a frame shows it', { 'sec-fetch-dest': 'iframe' }],
    ['the browser fetches it ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['the session has ended', { cookie: `__Host-diptych-console=${'B'.repeat(43)}` }],
    ['it is the session of the other console', { cookie: `__Host-diptych-mediation=${TOKEN}` }],
  ])('has no session if %s', async (_, headers) => {
    const answer = await get('/console/', { ...VISIT, ...COOKIE, ...headers });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.body).not.toContain('data-session');
  });

  it('does not wait for a provider that does not answer', async () => {
    confirmed = new Promise(() => {});
    const answer = await get('/console/', { ...VISIT, ...COOKIE });
    confirmed = Promise.resolve();
    expect([answer.statusCode, sessionIn(answer.body)]).toEqual([200, undefined]);
  });

  it('has no session if the person sends too many requests', async () => {
    isOverLimit = true;
    const answer = await get('/console/', { ...VISIT, ...COOKIE });
    isOverLimit = false;
    expect([answer.statusCode, sessionIn(answer.body)]).toEqual([200, undefined]);
  });
});
