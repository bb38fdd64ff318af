import { boundedText } from '../../../conventions/bounded-text.ts';
import { parseStrictJson } from '../../../conventions/strict-json.ts';
import { type Clock, HOUR } from '../../../conventions/time.ts';

/** Timeout of one request, in milliseconds. */
export const TIMEOUT = 5000;
const LARGEST_DOCUMENT = 256 * 1024;

/** Pause after a failed request in milliseconds, so that a flood of tokens causes no flood of requests. */
const PAUSE = 5000;

/** How long the last valid document is used while the issuer is down, in milliseconds. */
const KEPT_FOR = HOUR;

/** A document that could not be had, or is not what it should be; a later request may succeed. */
export class IssuerDocumentError extends Error {
  override readonly name = 'IssuerDocumentError';
}

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

async function textOf(response: Response): Promise<string> {
  const text = await boundedText(response, LARGEST_DOCUMENT);
  if (text === undefined) throw new IssuerDocumentError('a document of the issuer is too large');
  return text;
}

/** Fetches a document up to the size limit. @throws IssuerDocumentError for any status except 200 */
async function fetched(address: string, init: RequestInit): Promise<string> {
  const response = await fetch(address, { ...init, redirect: 'manual' });
  if (response.status === 200) return textOf(response);
  await response.body?.cancel();
  throw new IssuerDocumentError(`a document of the issuer cannot be had: status ${response.status}`);
}

/** A request to another server with the time limit and the size limit of its documents; follows no redirects. */
export async function boundedFetch(address: string, init: object): Promise<Response> {
  const response = await fetch(address, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const { status, headers } = response;
  const text = await textOf(response);
  const mayHaveBody = status >= 200 && status !== 204 && status !== 205 && status !== 304;
  return new Response(mayHaveBody ? text : null, { status, headers });
}

function isRight(text: string, right: (document: unknown) => boolean): boolean {
  try {
    return right(parseStrictJson(text));
  } catch {
    return false;
  }
}

/** Fetches a JSON document of an issuer and validates it with `right`. */
export function issuerDocument(clock: Clock, right: (document: unknown) => boolean): Fetch {
  let good: { readonly text: string; readonly at: number } | undefined;
  let failure: { readonly error: unknown; readonly at: number } | undefined;

  const current = async (address: string, init: RequestInit): Promise<string> => {
    if (failure !== undefined && clock() < failure.at + PAUSE) throw failure.error;
    try {
      const text = await fetched(address, init);
      if (!isRight(text, right))
        throw new IssuerDocumentError('a document of the issuer has unexpected content');
      good = { text, at: clock() };
      failure = undefined;
      return text;
    } catch (error) {
      failure = { error, at: clock() };
      throw error;
    }
  };

  return async (address, init) => {
    try {
      return new Response(await current(address, init));
    } catch (error) {
      if (good === undefined || clock() >= good.at + KEPT_FOR) throw error;
      return new Response(good.text);
    }
  };
}
