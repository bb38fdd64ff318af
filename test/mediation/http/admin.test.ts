import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkError, reasonOf } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import { MINE, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

function send(method: string, target: string, headers: readonly string[] = [], body = '') {
  const token = readFileSync(world().server.context.folder.adminToken, 'utf8').trim();
  const head = [
    `${method} ${target} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${token}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
    ...headers,
  ];
  return exchangeRaw(world().server.adminUrl, head, body);
}

describe('Conventions of the admin interface', () => {
  it('the admin interface answers with the fields that are requested', async () => {
    for (const [query, headers] of [
      ['?fields=publishers/id', []],
      ['?%24fields=publishers(id)', []],
      ['', ['x-goog-fieldmask: publishers.id']],
    ] as const) {
      const { status, text } = await send('GET', `/admin/v1/publishers${query}`, headers);
      expect([status, JSON.parse(text).publishers[0]]).toEqual([200, { id: MINE }]);
    }
  });

  it('the admin interface refuses unknown fields before anything is done', async () => {
    const body = '{"displayName":"Not to be"}';
    const { status, text } = await world().unchanged(() =>
      send('POST', '/admin/v1/publishers?fields=nope', [], body),
    );
    const error = checkError(status, text);
    expect([status, reasonOf(error), error.message]).toEqual([
      400,
      'INVALID_FIELD_SELECTION',
      'Invalid field selection nope',
    ]);
  });

  it('the admin interface compresses answers for clients that ask for it in both headers', async () => {
    for (let count = 0; count < 10; count += 1)
      await send('POST', '/admin/v1/publishers', [], '{"displayName":"Publisher"}');
    const plain = await send('GET', '/admin/v1/publishers', ['accept-encoding: gzip', 'user-agent: x']);
    const packed = await send('GET', '/admin/v1/publishers', [
      'accept-encoding: gzip',
      'user-agent: x (gzip)',
    ]);
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
      undefined,
      'gzip',
    ]);
    for (const { headers } of [plain, packed])
      expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  });

  it('the admin interface reports errors in the same form as the mediation panel', async () => {
    for (const [method, target, status, reason] of [
      ['GET', '/admin/v1/nothing', 404, 'ROUTE_NOT_FOUND'],
      ['GET', '/%zz', 400, 'MALFORMED_URL'],
      ['GET', '/admin/v1/publishers?pageSize=x', 400, 'REQUEST_INVALID'],
    ] as const) {
      const answer = await send(method, target);
      expect([answer.status, reasonOf(checkError(answer.status, answer.text))]).toEqual([status, reason]);
    }
    const broken = await send('POST', '/admin/v1/publishers', [], '{');
    expect([broken.status, reasonOf(checkError(broken.status, broken.text))]).toEqual([
      400,
      'MALFORMED_BODY',
    ]);
  });
});
