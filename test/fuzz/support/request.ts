import type { ListenerName } from './stage.ts';

export interface FuzzRequest {
  readonly listener: ListenerName;
  /** What the request tests, for the report. */
  readonly name: string;
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** Headers besides those that the body needs. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: Buffer | string;
  /** How the body is sent; `short` and `long`: with a Content-Length other than its own. */
  readonly framing?: 'length' | 'chunked' | 'short' | 'long';
  /** What the request makes much of, for the report. */
  readonly shape?: Shape;
  /** How often it is sent on its connection, all at once. */
  readonly times?: number;
  /** Whether the client reads no answer. */
  readonly isUnread?: boolean;
}

export type Shape = 'pipelining' | 'many feeds' | 'many groups' | 'a large log';

const CRLF = '\r\n';

function framed(body: Buffer, framing: FuzzRequest['framing']): readonly [string, Buffer] {
  switch (framing) {
    case 'chunked': {
      const size = Buffer.from(`${body.length.toString(16)}${CRLF}`);
      const last = Buffer.from(`${CRLF}0${CRLF}${CRLF}`);
      const chunks = body.length === 0 ? [last.subarray(2)] : [size, body, last];
      return ['Transfer-Encoding: chunked', Buffer.concat(chunks)];
    }
    case 'short':
      return [`Content-Length: ${Math.max(0, body.length - 7)}`, body];
    case 'long':
      return [`Content-Length: ${body.length + 7}`, body];
    case 'length':
    case undefined:
      return [`Content-Length: ${body.length}`, body];
  }
}

function once({ method, path, headers = [], body, framing }: FuzzRequest, connection: string): Buffer {
  const [length, content] = framed(Buffer.from(body ?? ''), framing);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Connection: ${connection}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [length]),
  ];
  const head = Buffer.from(`${lines.join(CRLF)}${CRLF}${CRLF}`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, content]);
}

/** The bytes of a request as the server receives them. The last one ends the connection. */
export function bytesOf(request: FuzzRequest): Buffer {
  const { times = 1 } = request;
  const last = once(request, 'close');
  if (times === 1) return last;
  return Buffer.concat([...Array<Buffer>(times - 1).fill(once(request, 'keep-alive')), last]);
}

export const JSON_BODY = ['Content-Type', 'application/json'] as const;
