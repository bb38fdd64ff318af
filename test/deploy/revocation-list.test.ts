import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../deploy/container/download-revocation-list.js', import.meta.url));

const LIST = '{"entries": {}}';

/** Answers by path. `/broken` ends in the middle of the list. */
const publisher = createServer(({ url }, response) => {
  if (url === '/status') response.end(LIST);
  else if (url === '/broken') response.end(LIST.slice(0, 8));
  else response.writeHead(500).end(LIST);
});

let address: string;
beforeAll(async () => {
  publisher.listen(0, '127.0.0.1');
  await once(publisher, 'listening');
  address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
});
afterAll(() => publisher.close());

async function download(file: string, path: string, from = address) {
  const child = spawn(process.execPath, [PROGRAM, file, `${from}${path}`]);
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const [status] = await once(child, 'close');
  return { status, err };
}

describe('The download of the list of revoked attestation keys in a container', () => {
  it('it replaces the list only by one that is complete', async () => {
    const folder = temporaryFolder('list');
    const file = join(folder, 'status.json');
    expect(await download(file, '/status')).toEqual({ status: 0, err: '' });
    for (const [path, why, from] of [
      ['/broken', 'JSON'],
      ['/missing', 'it answered 500'],
      ['/status', 'ECONNREFUSED', 'http://127.0.0.1:2'],
    ] as const) {
      const { status, err } = await download(file, path, from);
      expect([status, err]).toEqual([1, expect.stringMatching(new RegExp(`^the list .*${why}.*\\n$`))]);
    }
    expect(readFileSync(file, 'utf8')).toBe(LIST);
    expect(readdirSync(folder)).toEqual(['status.json']);
  });
});
