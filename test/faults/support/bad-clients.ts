import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A new connection to a server. */
export async function connection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

export interface RawRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** The bytes of a request. */
export function raw({ path, method = 'POST', headers = [], body = '' }: RawRequest): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    length,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a byte from time to time, but never the last one. Returns what it received when it was cut off. */
export async function dribble(url: string, text: string): Promise<{ readonly told: Promise<string> }> {
  const socket = await connection(url);
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  let sent = text.indexOf('\r\n\r\n') + 4;
  socket.write(text.slice(0, sent));
  const timer = setInterval(() => {
    if (sent < text.length - 1) socket.write(text.charAt(sent));
    sent += 1;
  }, 20);
  const told = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(Buffer.concat(chunks).toString());
    });
  });
  return { told };
}

/** Sends requests repeatedly and reads nothing, not even that it was cut off. */
export async function neverRead(url: string, text: string, times: number): Promise<Socket> {
  const socket = await connection(url);
  socket.pause();
  socket.write(text.repeat(times));
  return socket;
}

/** Sends a request or a part of it, then disconnects or disappears. */
export async function vanish(url: string, text: string, how: 'end' | 'reset'): Promise<void> {
  const socket = await connection(url);
  await new Promise((resolve) => socket.write(text, resolve));
  if (how === 'end') socket.end();
  else socket.resetAndDestroy();
}

/** Reads the start of an answer, then disconnects. */
export async function vanishMidAnswer(url: string, text: string): Promise<void> {
  const socket = await connection(url);
  socket.write(text);
  await once(socket, 'data');
  socket.resetAndDestroy();
}
