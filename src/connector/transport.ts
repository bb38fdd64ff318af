import { readFile } from 'node:fs/promises';
import type { Pool } from 'undici';
import { RecordFault } from './fault.ts';

/** Address of the system of record, and the credentials of both sides. */
export interface Endpoint {
  /** Base address of the contract's paths, https:// or, in a sandbox, http://. */
  readonly url: string;
  /** File with a bearer token; read for each request, so that it can be replaced at any time. */
  readonly tokenFile?: string;
  /** PEM: our client certificate with its key. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** PEM: certificate authorities to trust instead of the default ones. */
  readonly ca?: string;
}

/** Largest answer, in bytes: several times the size of a record with its portrait. */
const LARGEST_ANSWER = 1024 * 1024;

/** Maximum number of concurrent lookups. Others wait, within their time limit. */
const CONNECTIONS = 32;

const KEEP_ALIVE = 30_000;

export interface Answer {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly body: Uint8Array;
}

interface Transport {
  /** @throws errors of the network, and RecordFault */
  post(path: string, body: string | Uint8Array, signal: AbortSignal): Promise<Answer>;
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

/** What is sent and what is accepted. */
interface Media {
  readonly type: string;
  readonly accept: string;
  /** The largest answer, in bytes. */
  readonly largest: number;
}

const JSON_MEDIA: Media = { type: 'application/json', accept: 'application/json', largest: LARGEST_ANSWER };

/**
 * Sends bodies over pooled connections. Does not follow redirects and decompresses nothing. undici is not imported at
 * the top, because most servers call no other system.
 */
export function transport(
  { url, tokenFile, client, ca }: Endpoint,
  timeLimit: number,
  { type: sent, accept, largest }: Media = JSON_MEDIA,
): Transport {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/(?<!\/)\/+$/, '');
  const options = {
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
    maxResponseSize: largest,
    headersTimeout: timeLimit,
    bodyTimeout: timeLimit,
    allowH2: false,
    connect: {
      timeout: timeLimit,
      rejectUnauthorized: true,
      ...(client && { cert: client.certificate, key: client.key }),
      ...(ca !== undefined && { ca }),
    },
  } satisfies Pool.Options;
  const pool = import('undici').then(({ Pool }) => new Pool(origin, options));
  // The first call reports it.
  pool.catch(() => {});
  return {
    async post(path, body, signal) {
      const authorization =
        tokenFile === undefined ? {} : { authorization: `Bearer ${await readToken(tokenFile)}` };
      const headers = { accept, 'content-type': sent, ...authorization };
      const answer = await (await pool).request({
        method: 'POST',
        path: `${base}${path}` || '/',
        headers,
        body,
        signal,
      });
      const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
      const bytes = await answer.body.bytes();
      const mediaType = typeof type === 'string' && encoding === undefined ? type : undefined;
      return { status: answer.statusCode, mediaType, body: bytes };
    },
    close: async () => (await pool).destroy(),
  };
}
