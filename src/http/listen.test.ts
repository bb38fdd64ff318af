import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenAt } from './listen.ts';
import { createListener } from './listener.ts';

/** Two of this machine, as many have no IPv6. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

const get = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

let listener: FastifyInstance;
let port: number;
/** The requests that run, and the most that ran at once. */
let [running, most] = [0, 0];

beforeEach(async () => {
  [running, most] = [0, 0];
  listener = createListener();
  listener.get('/slow', async () => {
    running += 1;
    most = Math.max(most, running);
    await setTimeout(200);
    running -= 1;
    return { done: true };
  });
  await listenAt(listener, { host: 'localhost', port: 0 }, async () => ADDRESSES);
  port = (listener.server.address() as AddressInfo).port;
});
afterEach(() => listener.close());

async function opened(host: string): Promise<Socket> {
  const socket = connect({ host, port });
  await once(socket, 'connect');
  return socket;
}

/** What the server sends until it closes the connection, or until this was answered as often. */
async function answers(host: string, sent: string, times = Number.POSITIVE_INFINITY): Promise<string> {
  const socket = await opened(host);
  socket.write(sent);
  let text = '';
  for await (const bytes of socket) {
    text += String(bytes);
    if (text.split('HTTP/1.1 ').length > times && text.endsWith('}')) break;
  }
  socket.destroy();
  return text;
}

describe.each(ADDRESSES)('A listener at localhost, on %s', (host) => {
  it('has one request of a connection at a time', async () => {
    const text = await answers(host, get('/slow').repeat(4), 4);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(4);
    expect(most).toBe(1);
  });

  it('refuses what is no HTTP in its own format', async () => {
    const text = await answers(host, 'garbage\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/json[\s\S]*MALFORMED_REQUEST/);
  });

  it.each(['websocket', 'h2c'])(
    'says that it answers nothing behind a request to upgrade to %s, which Node drops',
    async (protocol) => {
      const upgrade = get('/slow', 'Connection: Upgrade', `Upgrade: ${protocol}`);
      const text = await answers(host, upgrade + get('/slow'));
      expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
      expect(text.toLowerCase()).toContain('connection: close');
    },
  );

  it('answers what runs when it is closed, and ends kept connections', async () => {
    const [idle, busy] = [await opened(host), await opened(host)];
    let text = '';
    busy.on('data', (bytes) => {
      text += String(bytes);
    });
    idle.resume();
    busy.write(get('/slow'));
    await expect.poll(() => most).toBe(1);
    await listener.close();
    await expect.poll(() => text).toContain('{"done":true}');
    await expect.poll(() => [idle.closed, busy.closed]).toEqual([true, true]);
    await expect(opened(host)).rejects.toThrow('ECONNREFUSED');
  });
});
