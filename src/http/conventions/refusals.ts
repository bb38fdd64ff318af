import { shown } from '../../conventions/index.ts';
import type { Reason } from '../../conventions/reasons/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { MOST_VALUES, RepeatedMemberError } from '../../conventions/strict-json.ts';

/** Refusals of the HTTP layer: reason and message. */
const REFUSALS = {
  ROUTE_NOT_FOUND: 'There is nothing at this address.',
  METHOD_NOT_ALLOWED: 'This address does not have that method.',
  MALFORMED_URL: 'The address cannot be decoded.',
  MALFORMED_REQUEST: 'The request is not HTTP.',
  HOST_MISSING: 'The request has no header Host.',
  HOST_REPEATED: 'The request has more than one header Host; send one.',
  AUTHORIZATION_REPEATED: 'The request has more than one header Authorization; send one.',
  HEADERS_TOO_LARGE: 'The address and the headers are too large.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  BODY_TOO_LARGE: 'The body is larger than this address allows.',
  BODY_LENGTH: 'The body does not have the length that Content-Length names.',
  BODY_CUT_OFF: 'The connection ended before the body was whole.',
  MALFORMED_GZIP: 'The body is not compressed as its Content-Encoding says.',
  MALFORMED_BODY: 'Invalid JSON payload received. The body is not JSON in UTF-8.',
  TOO_MANY_PARAMETERS: 'The form has more than 1000 parameters.',
  TOO_MANY_VALUES: `The body has more than ${MOST_VALUES} JSON values.`,
  REPEATED_MEMBER: 'Invalid JSON payload received. One object has a member twice; send each member once.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type must be application/json.',
  UNSUPPORTED_CONTENT_ENCODING:
    'The Content-Encoding is not accepted; the header Accept-Encoding of this answer names what is.',
  OVERLOAD: 'The server cannot do this now; try again.',
} satisfies Partial<Record<Reason, string>>;

export type HttpRefusal = keyof typeof REFUSALS;

/** Milliseconds after which a client may retry if the server is overloaded. */
const RETRY_DELAY = 1000;

export function refusal(reason: HttpRefusal): StatusError {
  const details = reason === 'OVERLOAD' ? { retryDelay: RETRY_DELAY } : {};
  return new StatusError(reason, REFUSALS[reason], [], details);
}

/** The refusal of a body that could not be parsed. */
export function jsonRefusal(error: unknown): StatusError {
  if (!(error instanceof RepeatedMemberError)) return refusal('MALFORMED_BODY');
  const name = shown(error.member);
  const description = `Invalid JSON payload received. One object has the member ${JSON.stringify(name)} twice.`;
  const violation = { field: name, description, metadata: { name } };
  return new StatusError('REPEATED_MEMBER', description, [violation]);
}

/** The refusals for Fastify's errors, by error code. */
const OF_FASTIFY: Readonly<Record<string, HttpRefusal>> = {
  FST_ERR_BAD_URL: 'MALFORMED_URL',
  FST_ERR_MAX_PARAM_LENGTH: 'ROUTE_NOT_FOUND',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_LENGTH',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
};

/** A broken stream of a request body is the client's fault; a broken outgoing connection is not. */
const isCutOff = (error: object) =>
  'code' in error && error.code === 'ECONNRESET' && 'statusCode' in error && error.statusCode === 400;

const isHttpRefusal = (reason: string): reason is HttpRefusal => Object.hasOwn(REFUSALS, reason);

/** The refusal of the HTTP layer for an error; undefined for any other error. */
export function httpRefusalOf(error: unknown): HttpRefusal | undefined {
  if (error instanceof StatusError) return isHttpRefusal(error.reason) ? error.reason : undefined;
  if (!(error instanceof Error && 'code' in error)) return undefined;
  return isCutOff(error) ? 'BODY_CUT_OFF' : OF_FASTIFY[String(error.code)];
}
