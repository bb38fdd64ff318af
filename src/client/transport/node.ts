import type { IncomingMessage } from 'node:http';
import { TooLarge, Unreachable } from '../errors.ts';
import type { Answer, Send } from '../send.ts';
import { type ClientTls, tlsOptions } from './client-tls.ts';

type Faults = readonly (readonly [RegExp, string])[];

const CLIENT_CERTIFICATE =
  'it may want a client certificate that it trusts; name one with --client-cert and --client-key';

/** Remedies for failed connections over TLS, by error code. With TLS 1.3 the handshake ends before a server refuses. */
const TLS_FAULTS: Faults = [
  [/ALERT_(HANDSHAKE_FAILURE|BAD_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA)/, CLIENT_CERTIFICATE],
  [/ECONNRESET/, `it closed the connection; ${CLIENT_CERTIFICATE}`],
];

/** Remedies for failed connections, by error code. */
const FAULTS: Faults = [
  [/ALTNAME_INVALID/, 'its certificate is for another name; use an address with a name of the certificate'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired; renew it, or set the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet; set the clock of this machine'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/,
    'its certificate is not trusted; name that of its issuer, a PEM file, with NODE_EXTRA_CA_CERTS, or with --ca or DIPTYCH_CA for check, wallet and conformance',
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

/** Another attempt may succeed. */
const PASSING = /^(ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN)$/;

const isLate = (cause: unknown) => cause instanceof Error && cause.name === 'TimeoutError';

function unreachable(origin: string, cause: unknown): Unreachable {
  if (isLate(cause))
    return new Unreachable(`${origin} did not answer in time; try again`, { cause, isPassing: true });
  const code = codeOf(cause);
  const faults = origin.startsWith('https:') ? [...TLS_FAULTS, ...FAULTS] : FAULTS;
  const meaning = faults.find(([pattern]) => pattern.test(code))?.[1];
  const text = meaning
    ? `the connection to ${origin} failed (${code}): ${meaning}`
    : `no server answers at ${origin}; is it running?`;
  return new Unreachable(text, { cause, isPassing: PASSING.test(code) });
}

/** Milliseconds until a connection must be there, and without a byte on it. */
const CONNECT = 10_000;
const IDLE = 300_000;

/** The most bytes of an answer, also after it was decompressed. Node cannot make a text of more. */
const MAX_ANSWER = 512 * 1024 * 1024;

/** What is sent. */
export interface SentRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  readonly signal?: AbortSignal | undefined;
  /** Accepts any TLS certificate. Only for requests without secrets to a server on this machine. */
  readonly anyCertificate?: boolean;
  readonly tls?: ClientTls | undefined;
  /** Called when the request is on its way. */
  readonly onSent?: (() => void) | undefined;
}

export interface NodeAnswer extends Answer {
  readonly headers: {
    get(name: string): string | null;
    has(name: string): boolean;
    entries(): Iterable<readonly [string, string]>;
  };
  bytes(): Buffer;
  /** Undefined if it is not JSON. */
  json(): unknown;
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
  const { gunzipSync } = process.getBuiltinModule('node:zlib');
  try {
    return gunzipSync(content, { maxOutputLength: MAX_ANSWER });
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
  }
}

/** After a part of the answer arrived. @throws Unreachable */
function brokenOff(origin: string, cause: unknown): never {
  if (cause instanceof Unreachable) throw cause;
  if (isLate(cause)) throw unreachable(origin, cause);
  const isPassing = PASSING.test(codeOf(cause));
  throw new Unreachable(`${origin} broke off its answer`, { cause, isPassing });
}

/** A function of its own, because each file that a command loads before its request costs time. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answerOf(message: IncomingMessage, origin: string): Promise<NodeAnswer> {
  const { statusCode: status = 0, headers } = message;
  const content = await contentOf(message).catch((cause: unknown) => brokenOff(origin, cause));
  const headerOf = (name: string) => headers[name.toLowerCase()];
  const text = () => content.toString('utf8');
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
    json: () => parsed(text()),
  };
}

function exchange(
  url: URL,
  { method = 'GET', headers, body, signal, onSent, tls, anyCertificate = false }: SentRequest,
): Promise<NodeAnswer> {
  // Not imported: an import of node:http also loads what it re-exports for browsers, and so does fetch. That takes twice
  // as long as Node needs to start.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip', ...form, ...headers },
      ...(signal && { signal }),
      ...tlsOptions(tls),
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
export async function reach(address: string, sent: SentRequest = {}): Promise<NodeAnswer> {
  const url = new URL(address);
  const answer = await exchange(url, sent).catch((cause: unknown) => {
    throw cause instanceof Unreachable ? cause : unreachable(url.origin, cause);
  });
  if (answer.headers.has('location'))
    throw new Unreachable(`${url.origin} redirects (${answer.status}); use the address that it redirects to`);
  return answer;
}

interface Base {
  /** Without a slash at the end. */
  readonly url: string;
  /** Headers of every request; asked for before each, so that an expired token can be refreshed. */
  readonly headers: () => SentRequest['headers'] | Promise<SentRequest['headers']>;
  /** Milliseconds for a whole answer. */
  readonly timeout?: number;
  readonly tls?: ClientTls | undefined;
}

/** Sends to the paths below an address. */
export const sendTo =
  ({ url, headers: own, timeout, tls }: Base): Send =>
  async ({ path, signal: given, headers, ...sent }) => {
    const late = timeout === undefined ? [] : [AbortSignal.timeout(timeout)];
    const signal = AbortSignal.any([...(given ? [given] : []), ...late]);
    return reach(`${url}${path}`, { ...sent, headers: { ...(await own()), ...headers }, signal, tls });
  };
