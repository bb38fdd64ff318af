import type { IncomingMessage } from 'node:http';
import { effectiveMethod } from '../../conventions/index.ts';
import { StatusError } from '../../conventions/status.ts';

interface Overridden {
  /** The method as sent. */
  readonly sent: string;
  readonly queryInBody: boolean;
  readonly refusal?: StatusError;
}

const overridden = new WeakMap<IncomingMessage, Overridden>();

/** The overrides of requests with a valid X-HTTP-Method-Override. */
export const overrideOf = (request: IncomingMessage): Overridden | undefined => overridden.get(request);

/** The router has not seen the request yet. So a refusal is stored until a route can send it. */
function overrideMethod(request: IncomingMessage): void {
  const { method: sent = '', headers } = request;
  try {
    const { 'x-http-method-override': override, 'content-type': contentType } = headers;
    const { method, queryInBody } = effectiveMethod({ method: sent, override, contentType });
    request.method = method;
    overridden.set(request, { sent, queryInBody });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    overridden.set(request, { sent, queryInBody: false, refusal: error });
  }
}

/** RFC 9112 3.2.2: in the absolute form that proxies use, `http://host/path`, only the path counts. */
export const originForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');

const ENCODED = /%(?:2f|3a|24)/gi;

/** Some clients encode the slashes and colons of resource names. Ids contain neither. */
function decodedPath(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  return path.replace(ENCODED, (encoded) => decodeURIComponent(encoded)) + url.slice(path.length);
}

/**
 * For Fastify's `rewriteUrl`: applies method overrides, and decodes slashes and colons, under the prefixes.
 */
export function conventionalUrls(...prefixes: readonly string[]): (request: IncomingMessage) => string {
  return (request) => {
    const { url: sent = '/', method, headers } = request;
    const url = originForm(sent);
    if (!prefixes.some((prefix) => url.startsWith(prefix))) return url;
    if (method === 'POST' && headers['x-http-method-override'] !== undefined) overrideMethod(request);
    return decodedPath(url);
  };
}
