import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: faults change bodies in every way
export type Body = any;

export interface Passing {
  readonly operation: string;
  readonly method: string;
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
  readonly reply?: (reply: Reply, passing: Passing) => Reply;
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

/** A server that answers as the one behind it, except for one fault. */
export async function startWrongServer(behind: string): Promise<WrongServer> {
  let wrong: Wrong = {};
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const { url = '', method = '', headers } = request;
    const passing = { operation: url.split('/').at(-1) ?? '', method, request: parsed(text) };
    const changed = wrong.request?.(passing);
    const sent = changed === undefined ? text : JSON.stringify(changed);
    const behindIt = await fetch(behind + url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      },
      ...(method === 'POST' && { body: sent }),
    });
    const kept = ['content-type', 'cache-control'].map((name) => [name, behindIt.headers.get(name) ?? '']);
    const right = {
      status: behindIt.status,
      headers: Object.fromEntries(kept),
      body: parsed(await behindIt.text()),
    };
    const reply = wrong.reply?.(right, passing) ?? right;
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
