import type { IncomingMessage } from 'node:http';

/** The server did not answer, or its identity could not be verified. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The answer has more bytes than a command reads. */
export class TooLarge extends Unreachable {
  constructor() {
    super('the answer is too large');
  }
}

/** Remedies for failed connections, by error code. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID/, 'its certificate is for another name; use an address with a name of the certificate'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired; renew it, or set the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet; set the clock of this machine'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/,
    'its certificate is not trusted; set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its issuer',
  ],
  [/WRONG_VERSION_NUMBER/, 'it does not use TLS; use an address with http://'],
  [/SSL|TLS|EPROTO/, 'the TLS handshake failed; compare the TLS versions and cipher suites of both sides'],
  [/ENOTFOUND|EAI_/, 'the host does not exist; correct the address'],
  [/ECONNRESET|HPE_/, 'it closed the connection; if it uses TLS, use an address with https://'],
];

/** The code of the error, or of the first of its causes that has a code. */
function codeOf(error: unknown): string {
  const { code, cause, message } = (error ?? {}) as Partial<Record<'code' | 'cause' | 'message', unknown>>;
  // Only the message says what OpenSSL refused.
  if (code === 'EPROTO' && /wrong version number|packet length/.test(String(message)))
    return 'WRONG_VERSION_NUMBER';
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}

/** Whether the connection broke, or took too long, and another attempt may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable &&
  (/^(ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN)$/.test(codeOf(error.cause)) ||
    (error.cause instanceof Error && error.cause.name === 'TimeoutError'));

function unreachable(origin: string, cause: unknown): Unreachable {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new Unreachable(`${origin} did not answer in time; try again`, { cause });
  const code = codeOf(cause);
  const meaning = FAULTS.find(([pattern]) => pattern.test(code))?.[1];
  const text = meaning
    ? `the connection to ${origin} failed (${code}): ${meaning}`
    : `no server answers at ${origin}; is it running?`;
  return new Unreachable(text, { cause });
}

/** Milliseconds until a connection must be there, and without a byte on it. */
const CONNECT = 10_000;
const IDLE = 300_000;

/** The most bytes of an answer, also after it was decompressed. Node cannot make a text of more. */
const MAX_ANSWER = 512 * 1024 * 1024;

/** What is sent. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  readonly signal?: AbortSignal;
  /** Accepts any TLS certificate. Only for requests without secrets to a server on this machine. */
  readonly anyCertificate?: boolean;
  /** Called when the request is on its way. */
  readonly onSent?: (() => void) | undefined;
}

/** What came back; the names are those of `Response`. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
    has(name: string): boolean;
    entries(): Iterable<readonly [string, string]>;
  };
  bytes(): Promise<Buffer>;
  text(): Promise<string>;
  /** Undefined if it is not JSON. */
  json(): Promise<unknown>;
}

async function contentOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message) {
    size += (part as Buffer).length;
    if (size > MAX_ANSWER) throw new TooLarge();
    parts.push(part as Buffer);
  }
  const content = Buffer.concat(parts);
  if (message.headers['content-encoding'] !== 'gzip') return content;
  const { gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(content, { maxOutputLength: MAX_ANSWER });
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
  }
}

/** After a part of the answer arrived. @throws Unreachable */
function brokenOff(origin: string, cause: unknown): never {
  if (cause instanceof Unreachable) throw cause;
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  throw isLate ? unreachable(origin, cause) : new Unreachable(`${origin} broke off its answer`, { cause });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answerOf(message: IncomingMessage, origin: string): Answer {
  const { statusCode: status = 0, headers } = message;
  const content = contentOf(message).catch((cause: unknown) => brokenOff(origin, cause));
  // Reported to those who read it.
  content.catch(() => undefined);
  const headerOf = (name: string) => headers[name.toLowerCase()];
  const text = async () => (await content).toString('utf8');
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get: (name) => headerOf(name)?.toString() ?? null,
      has: (name) => headerOf(name) !== undefined,
      entries: () => Object.keys(headers).map((name) => [name, String(headerOf(name))] as const),
    },
    bytes: () => content,
    text,
    json: async () => parsed(await text()),
  };
}

function exchange(
  url: URL,
  { method = 'GET', headers, body, signal, onSent, anyCertificate = false }: Sent,
): Promise<Answer> {
  // Not imported: an import of node:http also loads what it re-exports for browsers, and so does fetch. That takes twice
  // as long as Node needs to start.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip', ...form, ...headers },
      ...(signal && { signal }),
      ...(anyCertificate && { rejectUnauthorized: false }),
    });
    const late = () => sent.destroy(new DOMException('no answer in time', 'TimeoutError'));
    sent.on('socket', (socket) => {
      if (!socket.connecting) return;
      socket.setTimeout(CONNECT);
      socket.once('connect', () => socket.setTimeout(IDLE));
    });
    sent.setTimeout(IDLE, late);
    sent.on('error', (error) => reject(signal?.aborted ? signal.reason : error));
    sent.on('response', (message) => resolve(answerOf(message, url.origin)));
    if (onSent) sent.on('finish', onSent);
    sent.end(body?.toString());
  });
}

/** Sends a request. Does not follow redirects, so that no token leaks. @throws Unreachable with the remedy */
export async function reach(address: string, sent: Sent = {}): Promise<Answer> {
  const url = new URL(address);
  const answer = await exchange(url, sent).catch((cause: unknown) => {
    throw unreachable(url.origin, cause);
  });
  if (answer.headers.has('location'))
    throw new Unreachable(`${url.origin} redirects (${answer.status}); use the address that it redirects to`);
  return answer;
}
