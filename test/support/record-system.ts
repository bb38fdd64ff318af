import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mdl } from './records.ts';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** Answers one call, in any way that a socket allows. */
export type Respond = (response: ServerResponse, call: ReceivedCall) => void;

export interface RecordSystem {
  readonly url: string;
  /** All received calls in order. */
  readonly calls: ReceivedCall[];
  /** Sets the answer to all following calls. */
  respond(respond: Respond): void;
  /** Sets the answers to the next calls, one for each; later calls get the previous answer. */
  respondOnce(...responses: readonly Respond[]): void;
  /** Refuses new connections and closes the open ones. */
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** A record that conforms to the contract; `replaced` changes any member. */
export const recordOf = (id: string, replaced: Record<string, unknown> = {}) => ({
  id,
  elements: mdl(replaced),
});

export const found = (record: object) => json(200, { record });
export const refused = (status: number, error: string) => json(status, { error });
export const hang: Respond = () => {};
export const reset: Respond = (response) => void response.socket?.resetAndDestroy();

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/** A simulated system of record on any free port; the test decides what it answers. */
export async function startRecordSystem(tls?: ServerOptions, wanted = 0): Promise<RecordSystem> {
  const calls: ReceivedCall[] = [];
  const next: Respond[] = [];
  let standing: Respond = refused(404, 'codeUnknown');
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    void bodyOf(request).then((body) => {
      const call = { path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      (next.shift() ?? standing)(response, call);
    });
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${tls ? 's' : ''}://127.0.0.1:${port}`,
    calls,
    respond(respond) {
      standing = respond;
    },
    respondOnce(...responses) {
      next.splice(0, next.length, ...responses);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
