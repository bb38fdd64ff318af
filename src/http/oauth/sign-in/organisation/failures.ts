import { errors } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ProviderRefusal, ProviderUnreachable } from '../../../../accounts/ports/organisation.ts';
import { IssuerDocumentError } from '../../verify/issuer-documents.ts';

/** Errors of openid-client that mean that nothing usable was received. */
const NOT_ANSWERED: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const FAILING: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'invalid_client']);

function isUnanswered(error: unknown): boolean {
  if (error instanceof IssuerDocumentError) return true;
  if (error instanceof ResponseBodyError) return error.status >= 500 || FAILING.has(error.error);
  if (error instanceof AuthorizationResponseError) return FAILING.has(error.error);
  if (error instanceof errors.JOSEError)
    return error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
  if (error instanceof ClientError)
    return (
      NOT_ANSWERED.has(error.code) ||
      error.cause instanceof TypeError ||
      error.cause instanceof IssuerDocumentError
    );
  // A failure of fetch.
  return error instanceof TypeError || (error as Error).name === 'TimeoutError';
}

/** An error code of OAuth 2.0 (RFC 6749 4.1.2.1), which may be shown; other texts of the provider may not. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  return code && /^[a-z_]{1,64}$/.test(error.error) ? error.error : undefined;
}

/** The failure of a request to a provider in the words of the port. */
export function failureOf(cause: unknown): Error {
  if (cause instanceof ProviderRefusal || cause instanceof ProviderUnreachable) return cause;
  if (isUnanswered(cause)) return new ProviderUnreachable('the provider does not answer', { cause });
  return new ProviderRefusal(codeOf(cause) ?? 'its answer is not valid', { cause });
}
