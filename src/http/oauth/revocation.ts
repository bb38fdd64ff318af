import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { revokeGrant } from '../../accounts/grants.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { statusAnswer } from '../conventions/index.ts';
import type { Failures } from '../observe-exchanges.ts';
import { clientOf, namedClient } from './client-credentials.ts';
import type { OAuthErrorCode } from './error-codes.ts';
import { isUnavailable, UNAVAILABLE } from './errors.ts';
import { field } from './interaction/context.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { adminAudienceOf, PATHS } from './paths.ts';
import { artifactAdapter } from './provider/artifacts.ts';
import { verifyOwnToken } from './verify/own-token.ts';

const FORM_LIMIT = 32 * 1024;

/** A token that can be revoked. Revoking its grant ends everything issued under the grant. */
interface Revocable {
  readonly clientId: string;
  readonly grantId?: string;
  readonly tokenId?: string;
  readonly expiresAt?: number;
}

/** Accepts an access token even if it has expired, because its refresh token may still be valid. */
async function accessToken(
  options: AuthorizationServerOptions,
  token: string,
): Promise<Revocable | undefined> {
  try {
    const audiences = [options.audience(), adminAudienceOf(options.issuer())];
    return await verifyOwnToken(options, token, audiences, 0).then(({ clientId = '', ...rest }) => ({
      clientId,
      ...rest,
    }));
  } catch {
    return undefined;
  }
}

async function refreshToken(
  { store, clock }: AuthorizationServerOptions,
  token: string,
): Promise<Revocable | undefined> {
  const found = await artifactAdapter(store, 'RefreshToken', clock).find(token);
  if (!found) return undefined;
  const { clientId = '', grantId } = found;
  return { clientId, ...(grantId === undefined ? {} : { grantId }) };
}

async function end(
  { store, clock }: AuthorizationServerOptions,
  { clientId, grantId, tokenId, expiresAt }: Revocable,
  requestId: string,
): Promise<void> {
  const at = clock();
  const actor = { kind: 'client', requestId, callerId: clientId } as const;
  await retryOnConflict(() =>
    store.write(async (writer) => {
      if (grantId !== undefined) return revokeGrant(writer, grantId, { actor, at });
      if (tokenId === undefined || (await writer.isRevoked(tokenId))) return undefined;
      await writer.revokeToken(tokenId, expiresAt ?? Number.MAX_SAFE_INTEGER);
      return writer.record({ subject: 'token', subjectId: tokenId, event: 'revoke', actor, at });
    }),
  );
}

/** Answers a refusal in the format of RFC 6749 5.2. */
const refusing =
  (failures: Failures) =>
  (reply: FastifyReply, status: 400 | 401, error: OAuthErrorCode, description: string): FastifyReply => {
    const { request } = reply;
    const client = namedClient(request.headers.authorization, field(request, 'client_id'));
    failures.set(request.raw, { outcome: error, description, ...client });
    return reply.code(status).send({ error, error_description: description });
  };

/** Whether a parameter is repeated, which RFC 6749 3.2 forbids. */
const hasRepeats = (parameters: unknown): boolean => Object.values(parameters ?? {}).some(Array.isArray);

/**
 * RFC 7009. Existing client libraries send the token in the query without client credentials, so the holder
 * of a token may revoke it. If credentials are sent, they must be right, and the token must belong to the
 * client.
 */
export async function revocationPlugin(
  instance: FastifyInstance,
  { failures, ...options }: AuthorizationServerOptions & { readonly failures: Failures },
): Promise<void> {
  const { store } = options;
  const refuse = refusing(failures);
  await instance.register(formbody, { bodyLimit: FORM_LIMIT });

  const revoke = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    // Repeated credentials would be read as no credentials.
    if (hasRepeats(request.body) || hasRepeats(request.query))
      return refuse(reply, 400, 'invalid_request', 'a parameter comes twice');
    const { token: inQuery } = request.query as { readonly token?: unknown };
    const token = field(request, 'token') ?? (typeof inQuery === 'string' ? inQuery : undefined);
    if (token === undefined || token === '') return refuse(reply, 400, 'invalid_request', 'token is missing');
    const credentials = { clientId: field(request, 'client_id'), secret: field(request, 'client_secret') };
    const client = await clientOf(store, request.headers.authorization, credentials);
    if (client === 'wrong') {
      if (request.headers.authorization !== undefined) {
        reply.header('www-authenticate', `Basic realm="${options.issuer()}"`);
      }
      return refuse(reply, 401, 'invalid_client', 'client authentication failed');
    }
    const found = (await accessToken(options, token)) ?? (await refreshToken(options, token));
    // An unknown token counts as revoked (RFC 7009 2.2).
    if (found === undefined) return reply.code(200).send();
    if (client !== 'none' && client.clientId !== found.clientId) {
      return refuse(reply, 400, 'invalid_grant', 'the token was not issued to this client');
    }
    await end(options, found, request.id);
    return reply.code(200).send();
  };

  instance.setErrorHandler((error, request, reply) => {
    const { status } = statusAnswer(error);
    if (status < 500) return refuse(reply, 400, 'invalid_request', 'the request cannot be read');
    failures.set(request.raw, { outcome: 'internal', cause: error });
    if (isUnavailable(error))
      return reply.code(UNAVAILABLE.status).headers(UNAVAILABLE.headers).send(UNAVAILABLE.body);
    return reply.code(500).send({ error: 'server_error', error_description: 'try again later' });
  });

  instance.post(PATHS.revocation, revoke);
}
