import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

let loopback: Awaited<ReturnType<typeof listenOnLoopback>>;
beforeEach(async () => {
  loopback = await listenOnLoopback('diptych login');
});
afterEach(() => loopback.close());

/** The first line of the answer to a request for exactly this target. */
async function statusOf(target: string): Promise<string> {
  const socket = connect(Number(new URL(loopback.redirectUri).port), '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString('latin1').split('\r\n', 1)[0] ?? '';
}

it.each(['//', 'http://[', '/?state=other'])(
  'a request for %s from another program does not end the sign-in',
  async (target) => {
    const answer = loopback.answer('mine');
    expect(await statusOf(target)).toBe('HTTP/1.1 404 Not Found');
    expect(await statusOf('/?state=mine&code=c')).toBe('HTTP/1.1 200 OK');
    expect((await answer).get('code')).toBe('c');
  },
);
