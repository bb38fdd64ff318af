import { connect } from 'node:net';

export interface RawAnswer {
  readonly version: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly text: string;
  /** Whether the server closed the connection. */
  readonly closed: boolean;
}

function parsed(bytes: Buffer, closed: boolean): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [version = '', status = ''] = first.split(' ');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const body = bytes.subarray(end + 4);
  return {
    version,
    status: Number(status),
    headers: new Map(headers),
    body,
    text: body.toString('utf8'),
    closed,
  };
}

/** Whether a whole answer has arrived. An answer without a length ends when the connection is closed. */
function isWhole(bytes: Buffer, isHead: boolean): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = bytes.subarray(0, end).toString('latin1');
  if (isHead || / (204|304) /.test(head.slice(0, 14))) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

/** The server sends this before its answer if the request expects 100-continue. */
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Sends bytes unchanged, without an HTTP library, and returns the bytes of the answer. */
export function exchangeRaw(
  url: string,
  head: readonly string[],
  body: string | Uint8Array = '',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const isHead = head[0]?.startsWith('HEAD ') ?? false;
  const closes = head[0]?.endsWith('HTTP/1.0') || head.includes('connection: close');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.indexOf(CONTINUE) === 0) bytes = bytes.subarray(CONTINUE.length);
      if (closes || !isWhole(bytes, isHead)) return;
      socket.destroy();
      resolve(parsed(bytes, false));
    });
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(parsed(bytes, true));
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body);
  });
}
