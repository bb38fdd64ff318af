import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLocalRequest } from '../local-requests.ts';
import { html } from '../oauth/pages/html.ts';
import { titleOf } from '../oauth/pages/page.ts';
import { type BuiltFile, builtFiles, pageWith, pageWithCommand } from './built-files.ts';
import { PAGE_HEADERS, setTransportHeader } from './headers.ts';
import { isLoopbackName, parseHost } from './hosts.ts';
import { type SessionOfPage, sessionOfPage } from './session-of-page.ts';
import { showPage } from './show-page.ts';

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

/** Sends the page with the view of the session. Because of it, browsers and proxies may not store the answer (ASVS 5.0 14.3.2). */
function sendWithSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes }: BuiltFile,
  session: object,
): FastifyReply {
  setTransportHeader(request, reply);
  reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-store' }).type(type);
  return reply.send(pageWith(bytes, 'session', JSON.stringify(session)));
}

/** How the program is called where the server runs; pages print commands. */
export interface Command {
  /** For people in a browser on the machine of the server. It may name the data folder. */
  readonly local: string;
  readonly remote: string;
}

/** A proxy on this machine that sets the Host header to a loopback name, and adds no header, looks like a browser here. */
const isLocal = (request: FastifyRequest) =>
  isLocalRequest(request) && isLoopbackName(parseHost(request.headers.host ?? '')?.name ?? '');

interface PageOptions extends SessionOfPage {
  readonly command: Command;
  /** Folder of the built pages, if not the default. */
  readonly built?: URL;
}

/** Serves the page of the console under all its addresses, and the files that it loads. */
export function pageRoutes(instance: FastifyInstance, options: PageOptions): void {
  const { console, command, built } = options;
  const files = builtFiles(console, built);
  const pages: Partial<Record<keyof Command, BuiltFile>> = {};
  const indexFor = (request: FastifyRequest): BuiltFile | undefined => {
    const index = files().get('index.html');
    const reader = isLocal(request) ? 'local' : 'remote';
    if (index) pages[reader] ??= pageWithCommand(index, command[reader]);
    return pages[reader];
  };

  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const index = indexFor(request);
    if (!index) return showPage(request, reply, NOT_BUILT, 503);
    const session = await sessionOfPage(request, options);
    return session ? sendWithSession(request, reply, index, session) : send(request, reply, index, PAGE);
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
