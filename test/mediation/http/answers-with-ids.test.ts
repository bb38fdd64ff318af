import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { servedApp } from '../serve/support/app.ts';
import { useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const idOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-request-id') ?? '';

const tooLong = 'k'.repeat(1025);

describe('A refusal of what many fetch without credentials has no id', () => {
  it.each([
    ['a request of an app', '/serve/v1/nothing'],
    ['a request of an app', '/serve/v1/nothing/resolve'],
    ['a request of an app', '/serve/v1/%ff'],
    ['a request of an app', `/serve/v1/${tooLong}/apps/a.json`],
  ])('%s: %s', async (_, path) => {
    const answer = await fetch(`${world().url}${path}`);
    expect([Math.floor(answer.status / 100), idOf(answer)]).toEqual([4, '']);
  });
});

describe('Other answers name their request', () => {
  it.each([
    '/v1beta/nothing',
    '/v1beta/%ff',
    `/v1beta/accounts/${tooLong}`,
    '/healthz',
    '/foo',
    '/oauth2/token',
    '/v1/nothing',
    '/serve',
    '/%ff',
    '/$discovery/nothing',
  ])('of the public listener: %s', async (path) => {
    expect(idOf(await fetch(`${world().url}${path}`))).toMatch(/^[\da-f-]{36}$/);
  });

  it('of what is no HTTP', async () => {
    const { hostname, port } = new URL(world().url);
    const socket = connect(Number(port), hostname);
    socket.end('GARBAGE\r\n\r\n');
    expect(await text(socket)).toMatch(/^x-request-id: [\da-f-]{36}\r$/m);
  });

  it.each(['/admin/v1/events', '/healthz', '/foo', '/admin/v1/nothing'])(
    'of the admin listener: %s',
    async (path) => {
      expect(idOf(await fetch(`${world().server.adminUrl}${path}`))).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('except answers that caches give to other requests', async () => {
    const app = await servedApp(world());
    for (const url of [app.snapshotUrl, app.resolveUrl()]) {
      // The first is answered by the routes, the second from memory.
      for (const _ of [1, 2]) {
        const { headers } = await fetch(url);
        expect([headers.get('cache-control'), headers.get('x-request-id')]).toEqual([
          expect.stringContaining('max-age=60'),
          null,
        ]);
      }
    }
  });
});
