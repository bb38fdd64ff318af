import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { GROUPS, useHttpWorld } from '../mediation/http/support/world.ts';
import { connection, raw } from './support/bad-clients.ts';

const world = useHttpWorld();

/** Connections must be closed here because of the error, not because of a timeout. */
beforeAll(() => {
  Object.assign(world().server.panels.server, { requestTimeout: 0, headersTimeout: 0, timeout: 0 });
});

/**
 * The statuses on one connection until the server closes it. Each part is sent after the previous one was
 * answered.
 */
async function statuses(...parts: readonly string[]): Promise<readonly number[]> {
  const socket = await connection(world().url);
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  const found = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  for (const [index, part] of parts.entries()) {
    socket.write(part);
    while (index < parts.length - 1 && found().length <= index) await setImmediate();
  }
  await expect.poll(() => socket.closed).toBe(true);
  return found();
}

const token = () => `Authorization: Bearer ${world().token.write}`;
const get = () => raw({ method: 'GET', path: GROUPS, headers: [token()] });
const chunked = (...headers: readonly string[]) =>
  [`POST ${GROUPS} HTTP/1.1`, 'Host: x', 'Transfer-Encoding: chunked', ...headers, '', ''].join('\r\n');
const GARBAGE = 'garbage\r\n\r\n';
const NO_CHUNK = 'zz\r\n';

it.each<[string, () => readonly string[], readonly number[]]>([
  ['garbage after a request that is not answered yet', () => [get() + GARBAGE], [200, 400]],
  ['garbage after two requests that are not answered yet', () => [get() + get() + GARBAGE], [200, 200, 400]],
  ['garbage after an answered request', () => [get(), GARBAGE], [200, 400]],
  ['a malformed body', () => [chunked(token()) + NO_CHUNK], [400]],
  ['a malformed body after another request', () => [get() + chunked(token()) + NO_CHUNK], [200, 400]],
  ['a malformed body of a request whose headers were refused', () => [chunked(), NO_CHUNK], [401]],
  [
    'another request, then a malformed body of a request whose headers were refused',
    () => [get() + chunked() + NO_CHUNK],
    [200, 401],
  ],
])(
  'after %s, each request is answered once, in order, before the connection is closed',
  async (_, parts, expected) => {
    expect(await statuses(...parts())).toEqual(expected);
  },
);

it('a client whose requests are refused before their bodies arrive makes no warning in the log, however many it sends', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => {
    if (name === 'MaxListenersExceededWarning') warnings.push(name);
  };
  process.on('warning', note);
  onTestFinished(() => void process.removeListener('warning', note));
  const refused = Array.from({ length: 12 }, (_, index) => (index > 0 ? '0\r\n\r\n' : '') + chunked());
  expect(await statuses(...refused, NO_CHUNK)).toEqual(refused.map(() => 401));
  expect(warnings).toEqual([]);
});
