import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { startTarget, type Target } from '../support/target.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-target-'));
let target: Target;
let urls: Readonly<Record<'panels' | 'issuer' | 'admin', string>>;

beforeAll(async () => {
  target = await startTarget(folder, { DIPTYCH_ISSUER_PORT: '0', DIPTYCH_LOG_LEVEL: 'silent' });
  const panels = /^mediation panel +(http:\/\/[^/]+)\//m.exec(target.output)?.[1] ?? '';
  urls = { panels, issuer: target.url, admin: target.connection.url };
}, HOOK_TIMEOUT);
afterAll(async () => {
  await target?.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isChunked: boolean;
  readonly bytes: number;
}

/** Sends the upload of its arguments 8 times with http.client, then once with urllib, and prints the statuses. */
const PYTHON = `
import http.client, json, sys, urllib.error, urllib.parse, urllib.request
url, headers, chunked, size = json.loads(sys.argv[1])
address = urllib.parse.urlsplit(url)
body = b' ' * size
seen = set()
for _ in range(8):
    connection = http.client.HTTPConnection(address.netloc, timeout=30)
    try:
        parts = (body[at:at + 65536] for at in range(0, size, 65536))
        target = address.path
        connection.request('POST', target, body=parts if chunked else body, headers=headers, encode_chunked=chunked)
        response = connection.getresponse()
        response.read()
        seen.add(response.status)
    except OSError as error:
        seen.add(repr(error))
    connection.close()
try:
    urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers))
except urllib.error.HTTPError as error:
    seen.add(error.code)
except OSError as error:
    seen.add(repr(error))
print(json.dumps(list(seen)))
`;

async function byPython({ url, headers, isChunked, bytes }: Upload): Promise<readonly unknown[]> {
  const sent = JSON.stringify([url, headers, isChunked, bytes]);
  const { stdout } = await promisify(execFile)('python3', ['-c', PYTHON, sent]);
  return JSON.parse(stdout) as unknown[];
}

function byHttp({ url, headers, isChunked, bytes }: Upload): Promise<unknown> {
  const length = isChunked ? {} : { 'content-length': String(bytes) };
  return new Promise((resolve) => {
    const sent = httpRequest(url, { method: 'POST', headers: { ...headers, ...length } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(Buffer.alloc(bytes, ' '));
  });
}

const byFetch = ({ url, headers, bytes }: Upload): Promise<unknown> =>
  fetch(url, { method: 'POST', headers, body: Buffer.alloc(bytes, ' ') }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    (error: Error) => String(error.cause ?? error),
  );

async function byNode(upload: Upload): Promise<readonly unknown[]> {
  const seen = new Set<unknown>();
  for (let count = 0; count < 4; count += 1) seen.add(await byHttp(upload)).add(await byFetch(upload));
  return [...seen];
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MB = 1_000_000;

type Refusal = [name: string, listener: keyof typeof urls, path: string, headers: object, status: number];

const REFUSALS: readonly Refusal[] = [
  ['too large for the issuer panel', 'issuer', '/v1/vdc/HealthCheck', JSON_TYPE, 413],
  [
    'too large, on a connection that ends',
    'issuer',
    '/v1/vdc/HealthCheck',
    { ...JSON_TYPE, Connection: 'close' },
    413,
  ],
  ['to an unknown address', 'issuer', '/x', { 'Content-Type': 'text/plain' }, 413],
  ['without credentials', 'panels', '/v1beta/accounts/pub-1111111111111111/mediationGroups', JSON_TYPE, 401],
  [
    'of a batch without credentials',
    'panels',
    '/batch',
    { 'Content-Type': 'multipart/mixed; boundary=b' },
    401,
  ],
  ['with an unknown key', 'panels', '/serve/v1/x/events', JSON_TYPE, 404],
  ['of a form', 'panels', '/oauth/token', { 'Content-Type': 'application/x-www-form-urlencoded' }, 400],
  ['to a page that has no uploads', 'panels', '/docs/api', JSON_TYPE, 413],
  ['without the token of the admin interface', 'admin', '/admin/v1/holders:import', JSON_TYPE, 401],
];

/** A third of them with each change, and all before a release: an upload has many tries. */
const TRIED = REFUSALS.filter((_, index) => index % 3 < runs(1));

it.each(TRIED)(
  'the refusal of an upload %s (%s%s) reaches Python and Node',
  async (_, listener, path, headers, status) => {
    for (const isChunked of [false, true]) {
      const upload = { url: `${urls[listener]}${path}`, headers: { ...headers }, isChunked, bytes: 7 * MB };
      expect([await byPython(upload), await byNode(upload)]).toEqual([[status], [status]]);
    }
  },
);

it('the refusal of an upload that is too large reaches those who have credentials', async () => {
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${target.connection.token}` };
  for (const isChunked of [false, true]) {
    const upload = { url: `${urls.admin}/admin/v1/holders:import`, headers, isChunked, bytes: 5 * MB };
    expect([await byPython(upload), await byNode(upload)]).toEqual([[413], [413]]);
  }
});

it('the refusal of a head that is too large reaches a client that still sends it', async () => {
  const { hostname, port } = new URL(urls.panels);
  for (let count = 0; count < 5; count += 1) {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (bytes) => {
      text += String(bytes);
    });
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(5 * MB)}\r\n\r\n`);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
  }
});

/** Sends without end, and returns how many bytes until the server cut it off. */
async function endlessly(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => {}).resume();
  const lines = Object.entries({ Host: 'localhost', 'Transfer-Encoding': 'chunked', ...headers });
  socket.write(
    `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`);
  // Not `once` of events, which rejects if the server resets the connection.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  while (!socket.destroyed) {
    if (socket.write(chunk)) continue;
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  return socket.bytesWritten;
}

it.each(REFUSALS)(
  'a client that never stops its upload %s is cut off',
  async (_, listener, path, headers) => {
    expect(await endlessly(`${urls[listener]}${path}`, { ...headers })).toBeLessThan(2000 * MB);
  },
);
