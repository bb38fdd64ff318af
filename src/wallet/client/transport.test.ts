import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fetchTransport } from './transport.ts';

/** Runs the work with a server that has its own port. */
async function serving(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

describe('The transport over HTTP', () => {
  it('the transport posts JSON with the given headers and returns status, headers and text', async () => {
    const seen: unknown[] = [];
    const listener: RequestListener = (request, response) => {
      const { method, headers } = request;
      request.on('data', (chunk: Buffer) =>
        seen.push(method, headers['content-type'], headers.authorization, chunk.toString()),
      );
      request.on('end', () => response.writeHead(418, { 'X-Kind': 'teapot' }).end('short and stout'));
    };
    await serving(listener, async (url) => {
      const answer = await fetchTransport({ headers: { authorization: 'Bearer token' } })(url, '{"a":1}');
      expect(answer).toMatchObject({ status: 418, text: 'short and stout', headers: { 'x-kind': 'teapot' } });
      expect(seen).toEqual(['POST', 'application/json', 'Bearer token', '{"a":1}']);
    });
  });

  it('the transport does not follow a redirect with a body that may hold personal data', async () => {
    const paths: unknown[] = [];
    const listener: RequestListener = ({ url }, response) => {
      paths.push(url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    };
    await serving(listener, async (url) => {
      await expect(fetchTransport()(url, '{}')).rejects.toMatchObject({ code: 'unreachable' });
    });
    expect(paths).toEqual(['/']);
  });

  it('the transport aborts a request that takes too long', async () => {
    await serving(
      () => undefined,
      async (url) => {
        await expect(fetchTransport({ timeout: 20 })(url, '{}')).rejects.toMatchObject({ code: 'timeout' });
      },
    );
  });

  it('the transport reports a missing or incomplete answer', async () => {
    let closed = '';
    await serving(
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half');
        response.destroy();
      },
      async (url) => {
        closed = url;
        await expect(fetchTransport()(url, '{}')).rejects.toMatchObject({ code: 'unreachable' });
      },
    );
    await expect(fetchTransport()(closed, '{}')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('the transport reads no more than an answer can have: 2 MiB, and 128 KiB for each key to certify', async () => {
    const msos = 'v1/vdc/provisionMobileSecurityObjects';
    const MIB = 1024 * 1024;
    const eightKeys = '{"authKeys":[1,2,3,4,5,6,7,8]}';
    for (const [path, body, largest] of [
      ['v1/vdc/proofUser', eightKeys, 2 * MIB],
      [msos, '{"authKeys":8}', 2 * MIB],
      [msos, 'no JSON', 2 * MIB],
      [msos, eightKeys, 3 * MIB],
    ] as const) {
      let size = largest;
      await serving(
        (_request, response) => response.end(Buffer.alloc(size, ' ')),
        async (url) => {
          expect((await fetchTransport()(url + path, body)).text).toHaveLength(largest);
          size += 1;
          await expect(fetchTransport()(url + path, body)).rejects.toMatchObject({ code: 'tooLarge' });
        },
      );
    }
  });
});
