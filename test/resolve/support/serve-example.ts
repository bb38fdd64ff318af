import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { bundled } from './bundle.ts';

const EXAMPLE = new URL('../../../docs/examples/mediated-app/', import.meta.url);
const RESOLVE = new URL('../../../src/resolve/index.ts', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export interface ServedExample {
  readonly address: string;
  /** The snapshot that the server has; absent: it closes each connection without an answer. */
  snapshot: string | undefined;
  /** The statuses of its answers to requests for the snapshot; 0 for a closed connection. */
  readonly answered: number[];
  close(): void;
}

const fileOf = (name: string) => readFileSync(new URL(name, EXAMPLE), 'utf8');

/** The folder of the example as a server of files has it, with the bundle that its README makes. */
export async function serveExample(): Promise<ServedExample> {
  const resolve = await bundled(RESOLVE, ['parseSnapshot', 'resolve']);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://example');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    if (name === 'snapshot.json') return sendSnapshot(request.headers['if-none-match'], response);
    const text = name === 'resolve.js' ? resolve : fileOf(name);
    response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain').end(text);
  });

  function sendSnapshot(known: string | undefined, response: ServerResponse): void {
    const { snapshot } = served;
    if (snapshot === undefined) {
      served.answered.push(0);
      response.destroy();
      return;
    }
    const etag = `"${createHash('sha256').update(snapshot).digest('hex')}"`;
    response.statusCode = known === etag ? 304 : 200;
    served.answered.push(response.statusCode);
    response.setHeader('etag', etag).setHeader('content-type', 'application/json');
    response.end(known === etag ? undefined : snapshot);
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const served: ServedExample = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    snapshot: fileOf('snapshot.json'),
    answered: [],
    close: () => server.close(),
  };
  return served;
}
