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
}

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

/** The bytes of a request as the server receives them. */
export function bytesOf({ method, path, headers = [], body, framing }: FuzzRequest): Buffer {
  const [length, content] = framed(Buffer.from(body ?? ''), framing);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [length]),
  ];
  const head = Buffer.from(`${lines.join(CRLF)}${CRLF}${CRLF}`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, content]);
}

export const JSON_BODY = ['Content-Type', 'application/json'] as const;
