import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import { html } from '../oauth/pages/html.ts';
import { type Page, pageHeaders, printPage, titleOf } from '../oauth/pages/page.ts';
import { type BuiltFile, builtFiles } from './built-files.ts';
import { PAGE_HEADERS, setTransportHeader } from './headers.ts';
import { startPage } from './start-page.ts';

const NOT_BUILT = {
  title: titleOf('The console is not built'),
  body: html`<h1>The console is not built</h1>
<p>Run <code>npm run setup</code> in the clone of the repository, then reload this page.</p>`,
};

const PAGE = 'no-cache';
/** The file name of an asset contains a hash of its content, so it may be cached for ever. */
const ASSET = 'public, max-age=31536000, immutable';

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, caching: string): FastifyReply {
  const { type, bytes, gzipped, etag } = file;
  reply.headers({ ...PAGE_HEADERS, 'cache-control': caching, etag, vary: 'accept-encoding' });
  setTransportHeader(request, reply);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(type);
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!takesGzip || gzipped.length >= bytes.length) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}

/** Sends HTML without scripts that the server made. */
function show(request: FastifyRequest, reply: FastifyReply, page: Page, status = 200): FastifyReply {
  setTransportHeader(request, reply);
  return reply.code(status).headers(pageHeaders(page)).send(printPage(page));
}

/** Serves the page of the console under all its addresses, and the files that it loads. */
export function pageRoutes(
  instance: FastifyInstance,
  { console, command, built }: { console: ConsoleName; command: string; built?: URL },
): void {
  const files = builtFiles(console, command, built);

  const page = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const index = files().get('index.html');
    if (index) return send(request, reply, index, PAGE);
    return show(request, reply, NOT_BUILT, 503);
  };

  const has = (url: string) => instance.hasRoute({ method: 'GET', url });
  instance.get('/', (request, reply) => show(request, reply, startPage(console, has)));
  instance.get('/console', (_, reply) => reply.redirect('/console/', 308));
  instance.get('/console/', page);
  instance.get('/console/*', page);
  instance.get('/console/assets/*', (request, reply) => {
    const asset = files().get(`assets/${(request.params as { readonly '*': string })['*']}`);
    if (asset) return send(request, reply, asset, ASSET);
    return reply
      .code(404)
      .headers(PAGE_HEADERS)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send('Not found\n');
  });
}
