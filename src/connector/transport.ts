import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { RecordFault } from './fault.ts';

/** Where the system of record is and how both sides know each other. */
export interface Endpoint {
  /** Base of the contract's paths, https:// or, in a sandbox, http://. */
  readonly url: string;
  /** File with a bearer token; read for each request, so that it can be replaced at any time. */
  readonly tokenFile?: string;
  /** PEM: client certificate with its key. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** PEM: the authorities that may certify the system, in place of the usual ones. */
  readonly ca?: string;
}

/** Largest answer, in bytes: a record with its portrait fits many times. */
const LARGEST_ANSWER = 1024 * 1024;

/** Lookups under way at once; more wait for their turn within their time limit. */
const CONNECTIONS = 32;

const KEEP_ALIVE = 30_000;

export interface Answer {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly body: Uint8Array;
}

export interface Transport {
  /** @throws whatever the network throws, and RecordFault */
  post(path: string, body: string, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

async function readToken(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new RecordFault('credentials', { cause });
  });
  const token = text.trim();
  if (/^[\x21-\x7e]{1,8192}$/.test(token)) return token;
  throw new RecordFault('credentials');
}

/** JSON over pooled connections; redirects are not followed, nothing is decompressed. */
export function transport({ url, tokenFile, client, ca }: Endpoint, timeLimit: number): Transport {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/(?<!\/)\/+$/, '');
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
    maxResponseSize: LARGEST_ANSWER,
    headersTimeout: timeLimit,
    bodyTimeout: timeLimit,
    allowH2: false,
    connect: {
      timeout: timeLimit,
      rejectUnauthorized: true,
      ...(client && { cert: client.certificate, key: client.key }),
      ...(ca !== undefined && { ca }),
    },
  });
  return {
    async post(path, body, signal) {
      const authorization =
        tokenFile === undefined ? {} : { authorization: `Bearer ${await readToken(tokenFile)}` };
      const headers = { accept: 'application/json', 'content-type': 'application/json', ...authorization };
      const answer = await pool.request({ method: 'POST', path: `${base}${path}`, headers, body, signal });
      const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
      const bytes = await answer.body.bytes();
      const mediaType = typeof type === 'string' && encoding === undefined ? type : undefined;
      return { status: answer.statusCode, mediaType, body: bytes };
    },
    close: () => pool.destroy(),
  };
}
