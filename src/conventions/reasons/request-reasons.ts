import { reasonsOf } from './reason.ts';

const invalid = reasonsOf('INVALID_ARGUMENT');
const unavailable = reasonsOf('UNAVAILABLE');

/** Reasons of HTTP and of the request conventions. */
export const REQUEST_REASONS = {
  ROUTE_NOT_FOUND: reasonsOf('NOT_FOUND')(
    'There is nothing at this address.',
    'Compare the path with the OpenAPI document of the interface.',
  ),
  METHOD_NOT_ALLOWED: invalid(
    'The address does not have this HTTP method.',
    'Use the method that the OpenAPI document names.',
  ),
  MALFORMED_URL: invalid('The address cannot be decoded.', 'Percent-encode the address in UTF-8.'),
  MALFORMED_REQUEST: invalid('The request is not HTTP.', 'Send HTTP/1.1, or check the proxy in between.'),
  HOST_MISSING: invalid('The header `Host` is missing.', 'Send it.'),
  HOST_REPEATED: invalid('There is more than one header `Host`.', 'Send one.'),
  AUTHORIZATION_REPEATED: invalid('There is more than one header `Authorization`.', 'Send one.'),
  HEADERS_TOO_LARGE: invalid('The address and the headers are too large.', 'Send fewer or shorter headers.'),
  REQUEST_TIMEOUT: invalid('The request did not arrive in time.', 'Send it again.'),
  BODY_TOO_LARGE: invalid('The body is larger than the address allows.', 'Send it in several requests.'),
  BODY_LENGTH: invalid(
    'The body does not have the length that `Content-Length` names.',
    'Send the length in bytes, or leave the header to the HTTP client.',
  ),
  BODY_CUT_OFF: invalid('The connection ended before the body was complete.', 'Send the request again.'),
  MALFORMED_GZIP: invalid('The body is not gzip, though `Content-Encoding` says so.', 'Compress it again.'),
  MALFORMED_BODY: invalid('The body is not JSON in UTF-8.', 'Send valid JSON.'),
  REPEATED_MEMBER: invalid('An object in the body has a member twice.', 'Send each member once.'),
  TOO_MANY_PARAMETERS: invalid('The form has more than 1000 parameters.', 'Send fewer.'),
  TOO_MANY_VALUES: invalid('The body has too many JSON values.', 'Send it in several requests.'),
  UNSUPPORTED_MEDIA_TYPE: invalid(
    'The content type of the body is not accepted.',
    'Send `Content-Type: application/json`.',
  ),
  UNSUPPORTED_CONTENT_ENCODING: invalid(
    'The content encoding of the body is not accepted.',
    'Use one that `Accept-Encoding` of the answer names.',
  ),
  REQUEST_REFUSED: reasonsOf(
    'INVALID_ARGUMENT',
    'UNAUTHENTICATED',
    'PERMISSION_DENIED',
    'NOT_FOUND',
    'RESOURCE_EXHAUSTED',
  )('The HTTP layer refused the request.', 'The message of the answer says what is wrong.'),
  INVALID_QUERY: invalid('Parameters of the query are wrong.', 'Each violation names a parameter.'),
  INVALID_BODY: invalid('Members of the body are wrong.', 'Each violation names a member.'),
  INVALID_SYSTEM_PARAMETER: invalid(
    'A system parameter such as `alt`, `prettyPrint` or `$.xgafv` has a wrong value.',
    'Correct or omit it.',
  ),
  INVALID_METHOD_OVERRIDE: invalid(
    'The header `X-HTTP-Method-Override` names no method that may be overridden.',
    'Use the method itself, or correct the header.',
  ),
  INVALID_FIELD_SELECTION: invalid(
    '`fields` selects a field that the answer does not have.',
    'Correct the selection that the violation names.',
  ),
  INVALID_FILTER: invalid('`filter` cannot be read, or names an unknown field.', 'Correct the filter.'),
  INVALID_PAGE_SIZE: invalid('`pageSize` is negative.', 'Send a positive number, or omit it.'),
  INVALID_PAGE_TOKEN: invalid(
    '`pageToken` is not one of this list with these parameters.',
    'Start again without it.',
  ),
  INVALID_ENTITY_TAG: invalid(
    '`If-Match` or `If-None-Match` is not a list of entity tags.',
    'Send an etag as the server returned it, or `*`.',
  ),
  CONDITION_NOT_MET: reasonsOf('FAILED_PRECONDITION')(
    '`If-Match` or `If-None-Match` does not hold: another change came first.',
    'Read the resource again and repeat the change with its etag.',
  ),
  ETAG_MISMATCH: reasonsOf('ABORTED')(
    'The `etag` in the body is not the stored one: another change came first.',
    'Read the resource again and repeat the change.',
  ),
  INVALID_UPDATE_MASK: invalid('`updateMask` cannot be read, or names an unknown path.', 'Correct the mask.'),
  INVALID_UPDATE: invalid('The body does not fit `updateMask`.', 'Each violation names a member.'),
  INVALID_PATCH: invalid('The patch is nested too deeply.', 'Send a flatter patch.'),
  RATE_LIMIT_EXCEEDED: reasonsOf('RESOURCE_EXHAUSTED')(
    'The caller sent more requests in a minute than `limits.*` allows.',
    'Wait as long as `Retry-After` says.',
  ),
  OVERLOAD: unavailable(
    'The database does not answer, or too many requests change the same resource.',
    'Wait as long as `Retry-After` says and send the request again.',
  ),
  INTERNAL: reasonsOf('INTERNAL')(
    'The server failed.',
    'Look up the cause in the log of the server; report it if it happens again.',
  ),
} as const;
