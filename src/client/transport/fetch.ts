import { boundedBytes } from '../../conventions/bounded-text.ts';
import { Unreachable } from '../errors.ts';
import type { Answer, OutgoingRequest } from '../send.ts';

export type Fetch = typeof globalThis.fetch;

interface Base {
  /** Without a slash at the end; if absent, the path of a request is its whole address. */
  readonly url?: string;
  /** What every request has. */
  readonly init?: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };
  /** In place of that of the runtime. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for a whole answer. */
  readonly timeout?: number;
  /** The most bytes that are read of an answer, also after it was decompressed; a larger one is as if it were empty. */
  readonly most?: number;
}

async function bytesOf(response: Response, most: number | undefined): Promise<Uint8Array> {
  // Not every browser reads a body part by part.
  if (most === undefined) return new Uint8Array(await response.arrayBuffer());
  return (await boundedBytes(response, most)) ?? new Uint8Array();
}

export interface FetchAnswer extends Answer {
  readonly headers: Headers;
}

/** Sends to the paths below an address, by `fetch`. */
export const fetchFrom =
  ({ url = '', init, fetch, timeout, most }: Base) =>
  async ({ path, headers, onSent: _, signal: given, ...sent }: OutgoingRequest): Promise<FetchAnswer> => {
    const signal = given ?? (timeout === undefined ? null : AbortSignal.timeout(timeout));
    const all = { ...init?.headers, ...headers };
    try {
      const response = await (fetch ?? globalThis.fetch)(`${url}${path}`, {
        ...init,
        ...sent,
        headers: all,
        signal,
      } as RequestInit);
      const bytes = await bytesOf(response, most);
      const { ok, status, headers: answered } = response;
      return {
        ok,
        status,
        headers: answered,
        bytes: () => bytes,
        text: () => new TextDecoder().decode(bytes),
      };
    } catch (cause) {
      if (given?.aborted) throw cause;
      throw new Unreachable('the server did not answer', { cause });
    }
  };
