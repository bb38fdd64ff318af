import type { FastifyInstance } from 'fastify';
import { setTransportHeader } from '../console/headers.ts';
import type { HostCheck } from '../console/hosts.ts';
import type { ApiDocument } from './document.ts';
import { DOCS_POLICY, docsPage, SCRIPT_PATH } from './page.ts';
import { DOCS_SCRIPT } from './script.ts';

const HEADERS = {
  'content-security-policy': DOCS_POLICY,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

interface ApiDocsOptions {
  readonly checkHost: HostCheck;
  /** OpenAPI documents by their addresses. Complete when the server listens. */
  readonly documents: () => Readonly<Record<string, object>>;
}

/** Pages on which people read and try the methods of a listener in a browser. */
export async function apiDocsPlugin(
  instance: FastifyInstance,
  { checkHost, documents }: ApiDocsOptions,
): Promise<void> {
  let page: string | undefined;
  instance.addHook('onRequest', async (request, reply) => {
    checkHost(request);
    reply.headers(HEADERS);
    setTransportHeader(request, reply);
  });
  instance.get('/docs/api', (_, reply) => {
    page ??= docsPage(documents() as Readonly<Record<string, ApiDocument>>);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  instance.get(SCRIPT_PATH, (_, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT));
}
