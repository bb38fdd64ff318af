import { fetchFrom } from '../client/transport/fetch.ts';

/** One request and its response. */
export interface WireExchange {
  readonly method: string;
  readonly url: string;
  /** The headers that the demo prints. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON or a form. */
  readonly request?: string;
  /** JSON or a page; absent without a body. */
  readonly answer?: { readonly status: number; readonly text: string };
  readonly milliseconds: number;
}

/** Members, form fields and headers that contain credentials. */
const SECRETS = [
  'access_token',
  'authorization',
  'c_nonce',
  'client_secret',
  'code',
  'code_verifier',
  'cookie',
  'csrf',
  'id_token',
  'notification_id',
  'password',
  'pre-authorized_code',
  'refresh_token',
];
const SECRET_FIELD = new RegExp(`(^|[?&])(${SECRETS.join('|')})=[^&]*`, 'g');
const MASK = '***';

/** Longer values are cut: ciphertexts are long and unreadable. */
const SHOWN = 100;
/** Maximum number of items shown of a list, and of lines shown of a message. */
const SHOWN_ITEMS = 3;
const SHOWN_LINES = 40;

function readable(name: string, value: unknown): unknown {
  if (Array.isArray(value) && value.length > SHOWN_ITEMS + 1) {
    return [...value.slice(0, SHOWN_ITEMS), `… ${value.length - SHOWN_ITEMS} more`];
  }
  if (typeof value !== 'string') return value;
  if (SECRETS.includes(name)) return MASK;
  return value.length > SHOWN ? `${value.slice(0, SHOWN)}… (${value.length})` : value;
}

/** Masks secrets in an address or a form. */
const masked = (text: string) => text.replace(SECRET_FIELD, `$1$2=${MASK}`);

function cut(lines: readonly string[]): readonly string[] {
  if (lines.length <= SHOWN_LINES + 1) return lines;
  return [...lines.slice(0, SHOWN_LINES), `… ${lines.length - SHOWN_LINES} more lines`];
}

function content(text: string): readonly string[] {
  if (text === '') return [];
  if (text.startsWith('{')) return cut(JSON.stringify(JSON.parse(text, readable), null, 2).split('\n'));
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1];
  return [title === undefined ? masked(text) : `(page: ${title})`];
}

/** An exchange as lines; secrets are masked, long values cut. */
export function wireLines({ method, url, headers, request, answer, milliseconds }: WireExchange) {
  const { pathname, search } = new URL(url);
  const shownHeaders = Object.entries(headers ?? {}).map(
    ([name, value]) => `  ${name}: ${SECRETS.includes(name) ? MASK : value}`,
  );
  const indented = (text = '') => content(text).map((line) => `  ${line}`);
  return [
    `${method} ${pathname}${masked(search)}  (${milliseconds.toFixed(1)} ms)`,
    ...shownHeaders,
    ...indented(request),
    ...(answer ? [String(answer.status), ...indented(answer.text)] : []),
  ];
}

const fetching = fetchFrom({ init: { redirect: 'manual' } });

/** Sends one request to an address, which is its path. */
export type Send = typeof fetching;

/** Sends requests; `onExchange` receives each with its answer. */
export function observedSend(onExchange: (exchange: WireExchange) => void): Send {
  return async (request) => {
    const start = performance.now();
    const answer = await fetching(request);
    const { method, path: url, headers = {}, body } = request;
    onExchange({
      method,
      url,
      headers,
      ...(body !== undefined && { request: body }),
      answer: { status: answer.status, text: answer.text() },
      milliseconds: performance.now() - start,
    });
    return answer;
  };
}
