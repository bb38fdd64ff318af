import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { parseRaw, rawExchange } from '../../support/raw-http.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

/** Sends any method and path unchanged. */
function send(
  method: string,
  path: string,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { hostname, port } = new URL(world().url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('HTTP methods on the issuer panel', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY'])(
    'every operation is a POST: %s is answered with 405, which names POST',
    async (method) => {
      for (const operation of OPERATION_NAMES) {
        const { status, headers, text } = await expectNothingWritten(world(), () =>
          send(method, `/v1/vdc/${operation}`),
        );
        expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'POST', 'no-store']);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
        if (method === 'HEAD') continue;
        expect(JSON.parse(text)).toMatchObject({
          invalidFieldValue: {},
          responseMetadata: { requestId: '' },
        });
      }
    },
  );

  it.each(['GET', 'PUT', 'DELETE'])('%s with an unknown operation is answered with 404', async (method) => {
    const { status, text } = await send(method, '/v1/vdc/nothing');
    expect(status).toBe(404);
    expect(JSON.parse(text)).toHaveProperty('invalidIdentifier');
  });
});

describe('Paths on the issuer panel', () => {
  it.each([
    '/v1/vdc/x',
    '/v1/vdc/',
    '/v1/vdc/healthcheck',
    '/v1/vdc/healthCheck/x',
    '/v1/vdc/..%2f',
    '/v1/vdc/%00',
    '/v1/vdc/__proto__',
    '/v1/vdc/constructor',
    '/v1/vdc/ä',
    `/v1/vdc/${'x'.repeat(900)}`,
  ])('a path below the interface that names no operation is an invalid identifier: %s', async (path) => {
    expectRefusal(await world().post(path, '{}'), 'invalidIdentifier', 404);
  });

  it.each(['/v1/vdc/%zz', '/v1/vdc/%', '/v1/vdc/%c3%28'])(
    'a path that cannot be decoded is an invalid field value: %s',
    async (path) => {
      const { status, text, headers } = await send('POST', path);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ invalidFieldValue: {}, responseMetadata: { requestId: '' } });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it.each([
    '/',
    '/v1',
    '/v1/vdc',
    '/v2/vdc/healthCheck',
    '/admin/v1/holders',
    '/openapi/admin.json',
    '//v1/vdc/healthCheck',
    '/favicon.ico',
  ])('the unknown path %s is answered with 404', async (path) => {
    const { status, text } = await send('POST', path);
    expect(status).toBe(404);
    expect(JSON.parse(text).error).toMatchObject({ code: 404, status: 'NOT_FOUND' });
  });

  it('a query string is ignored', async () => {
    expect((await send('POST', '/v1/vdc/getIdentityKey?alt=json&$.xgafv=2')).status).toBe(200);
  });

  it('a path of any length is answered', async () => {
    const { status } = await send('POST', `/v1/vdc/${'x'.repeat(5000)}`);
    expect(status).toBe(404);
  });
});

describe('Malformed HTTP on the issuer panel', () => {
  it.each([
    'nonsense\r\n\r\n',
    'POST /v1/vdc/healthCheck\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\n${'h: '.padEnd(70_000, 'x')}\r\n\r\n`,
  ])('malformed HTTP is refused, and the connection is closed (%#)', async (text) => {
    const answer = await rawExchange(world().url, [text]);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('two Content-Length headers are refused, because a request could be hidden in another', async () => {
    const head = 'POST /v1/vdc/healthCheck HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    for (const lengths of [
      'content-length: 2\r\ncontent-length: 3\r\n',
      'content-length: 2\r\ntransfer-encoding: chunked\r\n',
    ]) {
      const answer = await rawExchange(world().url, [`${head}${lengths}\r\n{}`]);
      expect(parseRaw(answer.split('HTTP/1.1').length > 1 ? answer : '').status).toBe(400);
    }
  });
});
