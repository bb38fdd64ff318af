import type { FastifyRequest } from 'fastify';
import { type Caller, type CallPath, checkAccess } from '../../mediation/access.ts';
import { type MethodName, scopesOf } from '../../mediation/contract/index.ts';
import type { Bearer } from '../oauth/verify/bearer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once that is known and allowed. */
    caller: Caller | null;
  }
}

/**
 * Before anything of the query or the body is read: the credential, then what it allows. Throws UNAUTHENTICATED,
 * PERMISSION_DENIED, INVALID_ARGUMENT for what cannot be an account.
 */
export function admit(bearer: Pick<Bearer, 'verify' | 'requireScope'>, name: MethodName) {
  const [scope, ...others] = scopesOf(name);
  if (scope === undefined) throw new Error(`${name} needs no scope`);
  return async (request: FastifyRequest): Promise<void> => {
    const known = await bearer.verify(request.headers.authorization);
    bearer.requireScope(known, scope, ...others);
    const { subject, publishers, scopes } = known;
    const caller = { subject, publishers: [...publishers], scopes: [...scopes] };
    checkAccess(name, request.params as CallPath, caller);
    request.caller = caller;
  };
}
