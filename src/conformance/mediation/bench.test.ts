import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { paceOf } from '../run/pace.ts';
import { recorder } from '../run/recorder.ts';
import { mediationBench } from './bench.ts';

it('a server that names the same next page for ever is no error of the runner', async () => {
  const server = createServer((_, response) => response.end('{"nextPageToken":"t"}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { baseUrl, account: 'pub-1', headers: {} };
  const bench = mediationBench(target, paceOf(0), recorder(new Set()), () => '1');
  await expect(bench.listed({ path: '', lineId: '', group: {} })).rejects.toMatchObject({
    name: 'Inconclusive',
    message: 'the server names the same next page for ever',
  });
});
