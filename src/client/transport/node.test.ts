import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Unreachable } from '../errors.ts';
import { reach } from './node.ts';

const server = createServer();
afterEach(() => server.removeAllListeners('request').close());

async function serve(answer: RequestListener): Promise<string> {
  server.on('request', answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const BROKEN: readonly (readonly [name: string, answer: RequestListener])[] = [
  [
    'of which a part is missing',
    (_, response) => response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
  ],
  [
    'that is not compressed as it says',
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
  ],
];

describe('An answer', () => {
  it.each(BROKEN)('an answer %s is a connection that broke, not a wrong address', async (_, answer) => {
    const url = await serve(answer);
    const error = await reach(url).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({ message: `${url} broke off its answer` });
  });

  it('an answer that is not JSON is read as text', async () => {
    const answer = await reach(await serve((_, response) => response.end('<html>')));
    expect([answer.json(), answer.text()]).toEqual([undefined, '<html>']);
  });
});
