import { connect } from 'node:net';

/** If no byte follows a complete answer for this time, in milliseconds, nothing more is expected. */
const QUIET = 200;

/** Whether the last answer has the length that its header announces. Undetermined for answers without a length. */
function isWhole(text: string): boolean {
  const start = text.lastIndexOf('HTTP/1.1 ');
  const [head = '', ...rest] = text.slice(start).split('\r\n\r\n');
  if (start < 0 || rest.length === 0) return false;
  const promised = /^content-length: *(\d+)/im.exec(head)?.[1];
  return promised === undefined || Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(promised);
}

/** Everything the server sends until it closes the connection or stops sending; '' if it sends nothing in time. */
export function rawExchange(
  url: string,
  parts: readonly (string | Uint8Array)[],
  patience = 30_000,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    socket.setTimeout(patience, done);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const whole = isWhole(Buffer.concat(chunks).toString('utf8'));
      socket.setTimeout(whole ? QUIET : patience);
    });
    socket.on('error', (error) => (chunks.length > 0 ? done() : reject(error)));
    socket.on('close', done);
    for (const part of parts) socket.write(part);
  });
}

/** The answer of a server to a client that reads only after it has sent everything. */
export function answerBehind(url: string, parts: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const take = (piece: string) => {
      text += piece;
      if (!isWhole(text)) return;
      resolve(text);
      socket.destroy();
    };
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection ended without an answer')));
    socket.write(parts.join(''), () => socket.setEncoding('utf8').on('data', take));
  });
}

/** Status and JSON body of a raw answer. */
export function parseRaw(text: string): {
  readonly status: number;
  readonly head: string;
  readonly body: unknown;
} {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const content = rest.join('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: content === '' ? undefined : JSON.parse(content),
  };
}
