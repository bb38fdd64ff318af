import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: faults change bodies in every way
export type Body = any;

export interface Passing {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The parsed body of the request; undefined if it is no JSON. */
  readonly request: Body;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** What a server does wrong: it changes the request before, or the reply after Diptych has worked on it. */
export interface Wrong {
  readonly request?: (passing: Passing) => Body;
  /** Changes the address before. */
  readonly url?: (passing: Passing) => string;
  /** Headers of the request that it does not read. */
  readonly ignores?: readonly string[];
  readonly reply?: (reply: Reply, passing: Passing) => Reply | Promise<Reply>;
}

async function textOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface WrongServer {
  readonly url: string;
  /** From now on the server is wrong in this way only. */
  become(wrong: Wrong): void;
  close(): Promise<void>;
}

/** What Diptych reads and what its answers have, besides bodies. */
const READ = ['authorization', 'if-match', 'x-http-method-override'];
const ANSWERED = ['content-type', 'cache-control', 'etag'];

/** A server that answers as the one behind it, except for one fault. */
export async function startWrongServer(behind: string): Promise<WrongServer> {
  let wrong: Wrong = {};
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const { url = '', method = '', headers } = request;
    const operation = url.split('?')[0]!.split('/').at(-1) ?? '';
    const passing = { operation, method, url, request: parsed(text) };
    const changed = wrong.request?.(passing);
    const sent = changed === undefined ? text : JSON.stringify(changed);
    const read = READ.flatMap((name) =>
      headers[name] === undefined || wrong.ignores?.includes(name) ? [] : [[name, String(headers[name])]],
    );
    const behindIt = await fetch(behind + (wrong.url?.(passing) ?? url), {
      method,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(read) },
      ...(method !== 'GET' && { body: sent }),
    });
    const kept = ANSWERED.flatMap((name) => {
      const value = behindIt.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const right = {
      status: behindIt.status,
      headers: Object.fromEntries(kept),
      body: parsed(await behindIt.text()),
    };
    const reply = (await wrong.reply?.(right, passing)) ?? right;
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status, { ...right.headers, ...reply.headers }).end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(next) {
      wrong = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
