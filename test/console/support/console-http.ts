import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly cookies: readonly string[];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface ConsoleCall {
  readonly method?: string;
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly text?: string;
  /** Replaces headers that a page of the console sends; undefined removes a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasonIn = (body: unknown) =>
  (body as { error?: { details?: readonly { reason?: string }[] } } | undefined)?.error?.details?.find(
    ({ reason }) => reason !== undefined,
  )?.reason;

export const reasonOf = ({ body }: ConsoleAnswer) => reasonIn(body);

/** A request with any headers, including those that HTTP clients for programs cannot send. */
export function exchange(origin: string, path: string, call: ConsoleCall = {}): Promise<ConsoleAnswer> {
  const { method = 'GET', headers = {} } = call;
  const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const { hostname, port, protocol } = new URL(origin);
  const open = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        path,
        method,
        headers: sent as Record<string, string>,
        rejectUnauthorized: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answered = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            cookies: response.headers['set-cookie'] ?? [],
            text: answered,
            body: parsed(answered),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

/** The headers that a page of the console sends with each call. */
export const pageHeaders = (origin: string) => ({
  'x-diptych-console': '1',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
  'user-agent': 'Mozilla/5.0 (test)',
  origin,
});

/** A browser with one open page of a console. It stores cookies of the console. */
export function consolePage(origin: string) {
  const jar = new Map<string, string>();
  return {
    origin,
    jar,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    async call(path: string, call: ConsoleCall = {}): Promise<ConsoleAnswer> {
      const cookie = this.cookie();
      const headers = { ...pageHeaders(origin), ...(cookie !== '' && { cookie }), ...call.headers };
      const answer = await exchange(origin, `/console/api${path}`, { ...call, headers });
      for (const line of answer.cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    get(path: string, headers: ConsoleCall['headers'] = {}) {
      return this.call(path, { headers });
    },
    post(path: string, body: unknown = {}, headers: ConsoleCall['headers'] = {}) {
      return this.call(path, { method: 'POST', body, headers });
    },
  };
}
export type ConsolePage = ReturnType<typeof consolePage>;
