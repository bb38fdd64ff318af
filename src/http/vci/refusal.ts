import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { IssuerError, RecordsUnavailable } from '../../issuer/errors.ts';
import { SignerOutsideValidity } from '../../issuer/mso/validity.ts';
import { GrantRefused } from '../../issuer/wallet-grant/index.ts';
import { codeOfProblem, VciError, type VciErrorCode } from './errors.ts';
import { VCI_PATHS } from './paths.ts';

/** What a body that cannot be read is called (OpenID4VCI 1.0, 8.3.1.2 and 11.3); elsewhere as by OAuth 2.0. */
const UNREADABLE: Readonly<Record<string, VciErrorCode>> = {
  [VCI_PATHS.credential]: 'invalid_credential_request',
  [VCI_PATHS.notification]: 'invalid_notification_request',
};

/**
 * Errors that end without a change of the request, and after how many seconds the wallet asks again: something is busy or
 * unavailable, or waits for an operator.
 */
const LATER = [
  [ConflictError, 1],
  [UnavailableError, 1],
  [RecordsUnavailable, 60],
  [SignerOutsideValidity, 60],
] as const;

const later = (status: number, text: string, seconds: number) =>
  new VciError('temporarily_unavailable', text, status, seconds);

/** The refusal for an error of any part; undefined for a fault of this server. */
export function refusalOf(error: unknown, path = ''): VciError | undefined {
  if (error instanceof VciError) return error;
  if (error instanceof GrantRefused) return new VciError(codeOfProblem(error.code), error.message);
  if (error instanceof StatusError && error.reason === 'RATE_LIMIT_EXCEEDED') {
    const { retryDelay = 0 } = error.details;
    return later(429, 'there were too many requests; try again later', retryDelay / 1000);
  }
  if (error instanceof IssuerError) return new VciError('credential_request_denied', error.message);
  for (const [kind, seconds] of LATER)
    if (error instanceof kind) return later(503, 'try again later', seconds);
  // Of Fastify: a body that is too large, of another type, or malformed.
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  const code = UNREADABLE[path] ?? 'invalid_request';
  return status < 500 ? new VciError(code, 'the body cannot be read', status) : undefined;
}
