import type { FastifyRequest } from 'fastify';
import { queryOf } from '../query.ts';
import { checkDpop } from './dpop.ts';
import { VciError } from './errors.ts';
import type { VciOptions } from './options.ts';
import { headerOf } from './parameters.ts';
import type { Grant } from './tokens.ts';

/**
 * Who asks, from the headers alone, before the body is read (RFC 9449 7.1). @throws VciError with status 401
 */
export async function grantOf(request: FastifyRequest, path: string, options: VciOptions): Promise<Grant> {
  if (queryOf(request).has('access_token'))
    throw new VciError('invalid_request', 'a token in the address is refused');
  const token = /^DPoP ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const grant = token === undefined ? undefined : options.tokens.access.open(token);
  if (token === undefined || grant === undefined)
    throw new VciError(
      'invalid_token',
      'the header Authorization must have a valid token of the type DPoP',
      401,
    );
  try {
    const url = `${options.address()}${path}`;
    const proof = checkDpop({ proof: headerOf(request, 'dpop'), method: 'POST', url, token }, options);
    if (proof.thumbprint !== grant.jkt)
      throw new VciError('invalid_token', 'the token is bound to another key', 401);
    await proof.use();
  } catch (error) {
    if (!(error instanceof VciError) || error.status === 401) throw error;
    throw new VciError(error.code, error.message, 401);
  }
  return grant;
}
