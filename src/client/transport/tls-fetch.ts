import type { IncomingMessage } from 'node:http';
import { type ClientTls, tlsOptions } from './client-tls.ts';
import type { Fetch } from './fetch.ts';

/** With these statuses a Response has no body (fetch, "null body status"). */
const WITHOUT_BODY = [204, 205, 304];

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return headers;
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = message;
  const { Readable } = process.getBuiltinModule('node:stream');
  const { createUnzip } = process.getBuiltinModule('node:zlib');
  const isZipped = /^(gzip|deflate)$/.test(headers['content-encoding'] ?? '');
  const content = isZipped ? message.compose(createUnzip()) : message;
  const body = WITHOUT_BODY.includes(status) ? null : (Readable.toWeb(content) as ReadableStream);
  return new Response(body, { status, headers: headersOf(message) });
}

/**
 * A `fetch` with a client certificate, and roots of one's own. That of Node takes neither without another package. It sends
 * texts, and does not follow redirects.
 */
export const fetchWith =
  (tls: ClientTls): Fetch =>
  (input, init = {}) => {
    const url = new URL(String(input));
    const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const { method = 'GET', body, signal, redirect } = init;
    return new Promise((resolve, reject) => {
      const headers = {
        'accept-encoding': 'gzip, deflate',
        ...Object.fromEntries(new Headers(init.headers)),
      };
      const sent = request(url, { method, headers, ...tlsOptions(tls), ...(signal && { signal }) });
      sent.on('error', (cause) => reject(signal?.aborted ? signal.reason : cause));
      sent.on('response', (message) => {
        if (redirect !== 'error' || message.headers.location === undefined)
          return resolve(responseOf(message));
        message.destroy();
        reject(new TypeError('unexpected redirect'));
      });
      sent.end(body);
    });
  };
