import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject, type JsonObject } from '../../conventions/json.ts';
import { VciError, type VciErrorCode } from './errors.ts';
import { provenPoints } from './key-proofs.ts';
import type { VciOptions } from './options.ts';
import { VCI_PATHS } from './paths.ts';
import { grantOf } from './resource.ts';
import type { Grant } from './tokens.ts';

function objectOf(body: unknown, code: VciErrorCode): JsonObject {
  if (isObject(body)) return body;
  throw new VciError(code, 'the body must be a JSON object');
}

/** The configuration that is asked for (OpenID4VCI 1.0, 8.2). @throws VciError */
function requireConfiguration(
  body: JsonObject,
  { documentType }: Grant,
  { documentTypes }: VciOptions,
): void {
  if ('credential_response_encryption' in body)
    throw new VciError('invalid_encryption_parameters', 'encrypted answers are not supported');
  if ('credential_identifier' in body)
    throw new VciError(
      'unknown_credential_identifier',
      'there are no credential identifiers; name a configuration',
    );
  const { credential_configuration_id: id } = body;
  if (typeof id !== 'string')
    throw new VciError('invalid_credential_request', 'credential_configuration_id is missing');
  if (!documentTypes.some(({ docType }) => docType === id))
    throw new VciError('unknown_credential_configuration', 'there is no such configuration');
  if (id !== documentType)
    throw new VciError('insufficient_scope', 'the token is for another configuration', 403);
}

const NOTICES = {
  credential_accepted: 'accepted',
  credential_failure: 'failed',
  credential_deleted: 'deleted',
} as const;

/** `POST /vci/credential` and `POST /vci/notification`. The caller is known before the body is read. */
export function credentialEndpoints(instance: FastifyInstance, options: VciOptions): void {
  const grants = new WeakMap<FastifyRequest, Grant>();
  const caller = (path: string) => async (request: FastifyRequest) => {
    grants.set(request, await grantOf(request, path, options));
  };
  const callerOf = (request: FastifyRequest) => grants.get(request) as Grant;
  const { notification } = options.tokens;

  instance.post(VCI_PATHS.credential, { onRequest: caller(VCI_PATHS.credential) }, async (request) => {
    const grant = callerOf(request);
    const body = objectOf(request.body, 'invalid_credential_request');
    requireConfiguration(body, grant, options);
    const points = await provenPoints(body.proofs, grant, options);
    const { credentialId } = grant;
    const { credentials, batchId } = await options.issue({ credentialId, points, requestId: request.id });
    return {
      credentials: credentials.map((one) => ({ credential: one.toString('base64url') })),
      notification_id: notification.seal({ credentialId, batchId }),
    };
  });

  instance.post(
    VCI_PATHS.notification,
    { onRequest: caller(VCI_PATHS.notification) },
    async (request, reply) => {
      const body = objectOf(request.body, 'invalid_notification_request');
      const { notification_id: id, event } = body;
      if (typeof id !== 'string' || typeof event !== 'string' || !Object.hasOwn(NOTICES, event))
        throw new VciError('invalid_notification_request', 'notification_id and a known event are needed');
      const batch = notification.open(id);
      if (batch?.credentialId !== callerOf(request).credentialId)
        throw new VciError('invalid_notification_id', 'there is no such notification_id');
      const what = NOTICES[event as keyof typeof NOTICES];
      await options.notice({ ...batch, event: what, requestId: request.id });
      return reply.code(204).send();
    },
  );
}
