import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createListener } from './listener.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('A listener that closes answers the next request of a kept-alive connection, and then closes it (RFC 9112 9.6)', async () => {
  const listener = createListener({ drain: { grace: 60_000, longest: 60_000 } });
  listener.get('/', async () => ({ done: true }));
  await listener.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((listener.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(REQUEST);
  await once(socket, 'data');
  const closing = listener.close();
  await expect.poll(() => listener.server.listening).toBe(false);
  socket.write(REQUEST);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"done":true/i);
  await closing;
});
