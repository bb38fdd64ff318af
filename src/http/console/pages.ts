import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import { html } from '../oauth/pages/html.ts';
import { pageHeaders, printPage, titleOf } from '../oauth/pages/page.ts';
import { type BuiltFile, builtFiles } from './files.ts';
import { PAGE_HEADERS, setTransportHeader } from './headers.ts';

const NOT_BUILT = {
  title: titleOf('The console is not built'),
  body: html`<h1>The console is not built</h1>
<p>Run <code>npm run setup</code> in the clone of the repository, then reload this page.</p>`,
};

const PAGE = 'no-cache';
/** The name of an asset holds a hash of its content. */
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

/** The page of the console under all its addresses, and the files that it loads. */
export function pageRoutes(instance: FastifyInstance, console: ConsoleName, built?: URL): void {
  const files = builtFiles(console, built);

  const page = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const index = files().get('index.html');
    if (index) return send(request, reply, index, PAGE);
    return reply.code(503).headers(pageHeaders(NOT_BUILT)).send(printPage(NOT_BUILT));
  };

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
