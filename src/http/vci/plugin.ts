import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parsedJson } from '../conventions/index.ts';
import { show } from '../oauth/pages/send.ts';
import { observeExchanges } from '../observe-exchanges.ts';
import { authorization, errorPage } from './authorization.ts';
import { credentialEndpoints } from './credential-endpoint.ts';
import { challengeOf, VCI_REMEDIES } from './errors.ts';
import { issuerMetadata, serverMetadata } from './metadata.ts';
import type { VciOptions } from './options.ts';
import { VCI_PATHS } from './paths.ts';
import { pushedRequests } from './pushed-request.ts';
import { refusalOf } from './refusal.ts';
import { tokenEndpoint } from './token-endpoint.ts';

const FORM_LIMIT = 16 * 1024;
/** A hundred proofs and what surrounds them. */
const JSON_LIMIT = 256 * 1024;
/** Each of them may have an attestation of the keys of all. */
const ATTESTED_JSON_LIMIT = 4 * 1024 * 1024;

/** OpenID4VCI 1.0: the endpoints of the credential issuer and of its authorization server. */
export async function vciPlugin(instance: FastifyInstance, options: VciOptions): Promise<void> {
  const { tokens, observe } = options;
  const fail = observeExchanges(instance, observe);

  instance.removeAllContentTypeParsers();
  await instance.register(formbody, { bodyLimit: FORM_LIMIT });
  instance.addContentTypeParser(
    'application/json',
    {
      parseAs: 'buffer',
      bodyLimit: options.keyAttestation.mode === 'off' ? JSON_LIMIT : ATTESTED_JSON_LIMIT,
    },
    (_request, body, done) => {
      try {
        done(null, parsedJson(body as Buffer));
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }));
      }
    },
  );

  instance.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await options.limit(options.addressOf(request));
  });

  instance.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const { url: path } = request.routeOptions;
    const refusal = refusalOf(error, path);
    const page = errorPage(path, refusal?.status ?? 500);
    if (refusal === undefined) {
      fail(request, { outcome: 'internal', cause: error });
      return page ? show(reply, 500, page) : reply.code(500).send({ error: 'server_error' });
    }
    const { code, status, message, retryAfter } = refusal;
    const words = { description: message, remedy: VCI_REMEDIES[code] };
    fail(request, { outcome: code, words, ...(status >= 500 && { cause: error }) });
    if ((status === 401 && code !== 'invalid_client') || status === 403)
      reply.header('www-authenticate', challengeOf(code));
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    if (page) return show(reply, status, page);
    return reply.code(status).send({ error: code, error_description: message });
  });

  const described = () => ({ ...options, address: options.address() });
  const serve = (paths: readonly string[], document: () => object) => {
    for (const path of paths)
      instance.get(path, async (_request, reply) =>
        reply.header('access-control-allow-origin', '*').send(document()),
      );
  };
  serve(VCI_PATHS.issuerMetadata, () => issuerMetadata(described()));
  serve(VCI_PATHS.serverMetadata, () => serverMetadata(described()));

  // OpenID4VCI 1.0, 7: no authorization; what is sent does not matter.
  instance.post(VCI_PATHS.nonce, async () => ({ c_nonce: tokens.nonce.seal({}) }));

  pushedRequests(instance, options);
  authorization(instance, options);
  tokenEndpoint(instance, options);
  credentialEndpoints(instance, options);
}
