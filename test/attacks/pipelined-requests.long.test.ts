import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const target = useTarget({ DIPTYCH_LOG_LEVEL: 'silent' });

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, type: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const JSON_TYPE = 'application/json';

/** Requests of strangers to each interface of the public listener, and to documents. */
const REQUESTS: Readonly<Record<string, string>> = {
  'the OpenAPI document': get('/openapi/mediation.json'),
  'the page of the methods': get('/docs/api'),
  'the discovery document': get('/$discovery/rest'),
  'the OAuth metadata': get('/.well-known/oauth-authorization-server'),
  'the OAuth keys': get('/oauth/jwks'),
  'an OAuth request': get('/oauth/auth'),
  'a form of a token': post('/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=x'),
  'a challenge of the console': post('/console/session:challenge', JSON_TYPE, '{}'),
  'the issuer panel': post('/v1/vdc/HealthCheck', JSON_TYPE, '{}'),
  'the mediation panel': get('/v1beta/accounts'),
  'a batch': post('/batch', 'multipart/mixed; boundary=b', '--b--'),
  'statistics of a device': post('/serve/v1/x/events', JSON_TYPE, '{"rows":[]}'),
  'a snapshot': get('/serve/v1/x/snapshot'),
  'an unknown address': get('/x'),
  'the least that is a request': 'GET / HTTP/1.1\r\nHost:\r\n\r\n',
};

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const STATUS = /HTTP\/1\.1 (\d{3}) /g;
const SPLIT = 'HTTP/1.1 200 '.length - 1;

/** Sends a request many times and reads the answers. Returns how often each status came. */
async function pipelined(
  url: string,
  request: string,
  times: number,
): Promise<Readonly<Record<string, number>>> {
  const socket = await connected(url);
  const counts: Record<string, number> = {};
  let total = 0;
  let rest = '';
  const whole = new Promise<void>((resolve, reject) => {
    socket.setTimeout(60_000, () => reject(new Error(`only ${total} answers came`)));
    socket.on('close', () => reject(new Error(`the connection ended after ${total} answers`)));
    socket.on('data', (bytes: Buffer) => {
      const text = rest + bytes.toString('latin1');
      for (const [, status = ''] of text.matchAll(STATUS)) {
        counts[status] = (counts[status] ?? 0) + 1;
        total += 1;
      }
      rest = text.slice(-SPLIT);
      if (total >= times) resolve();
    });
  });
  socket.write(request.repeat(times));
  await whole.finally(() => socket.destroy());
  return counts;
}

it.each(Object.entries(REQUESTS))(
  '1000 times %s on one connection delays no other request',
  async (_, request) => {
    const { url } = target();
    const times = 1000;
    // The first ones make what is prepared once.
    await pipelined(url, request, 2);
    let answers: Readonly<Record<string, number>> = {};
    const toll = await leastToll(target(), async () => {
      answers = await pipelined(url, request, times);
    });
    expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBe(times);
    expect(Object.keys(answers).filter((status) => status >= '500')).toEqual([]);
    expectBounded(toll);
  },
);

/** Opens connections that send the same and read nothing, and closes them after some time. */
async function flood(url: string, connections: number, bytes: Buffer): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(url)));
  for (const socket of sockets) socket.pause().write(bytes);
  await setTimeout(1500);
  for (const socket of sockets) socket.destroy();
}

it.each(['the OpenAPI document', 'the page of the methods', 'the discovery document'])(
  '2000 times %s, with the answers not read, takes little memory',
  async (name) => {
    const { url } = target();
    const request = REQUESTS[name]!;
    await pipelined(url, request, 2);
    expectBounded(await leastToll(target(), () => flood(url, 1, Buffer.from(request.repeat(2000)))));
  },
);

it.each(['the least that is a request', 'an unknown address', 'the OAuth keys'])(
  '64 KB of %s on each of 100 connections at the same time delay no other request',
  async (name) => {
    const request = REQUESTS[name]!;
    const bytes = Buffer.from(request.repeat(Math.floor(65_536 / request.length)));
    const toll = await leastToll(target(), () => flood(target().url, 100, bytes));
    expectBounded(toll);
  },
);
