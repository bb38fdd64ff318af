import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import { legacyErrors, printJson, statusDetails } from '../../conventions/index.ts';
import type { CodeOf, Reason, StatusCode } from '../../conventions/reasons/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { httpRefusalOf, refusal } from './refusals.ts';

/** HTTP status of each canonical code (google/rpc/code.proto). */
const STATUS_OF_CODE: Record<StatusCode, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** Refusals whose HTTP status belongs to no canonical code. */
const STATUS_OF_REASON: Readonly<Partial<Record<Reason, number>>> = {
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONDITION_NOT_MET: 412,
  BODY_TOO_LARGE: 413,
  TOO_MANY_PARAMETERS: 413,
  TOO_MANY_VALUES: 413,
  BATCH_ANSWERS_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNSUPPORTED_CONTENT_ENCODING: 415,
  HOST_UNKNOWN: 421,
  HEADERS_TOO_LARGE: 431,
};

interface Coded {
  readonly code: StatusCode;
  readonly reason: Reason;
}

export function httpStatusOf({ code, reason }: Coded): number {
  return STATUS_OF_REASON[reason] ?? STATUS_OF_CODE[code];
}

/** The canonical code for refusals that only have an HTTP status. */
const CODE_OF_STATUS: Readonly<Record<number, CodeOf<'REQUEST_REFUSED'>>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
};

export const JSON_TYPE = 'application/json; charset=UTF-8';

const OWN_DOMAIN = 'diptych';

/** An error as an answer. */
interface StatusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly reason: string;
  /** An internal failure. The caller learns nothing more; the log has the cause. */
  readonly internal: boolean;
}

interface StatusForm {
  /** ErrorInfo.domain: the service that refused the request; default: this server. */
  readonly domain?: string;
  /** 1 adds the older `errors[]`. */
  readonly errorFormat?: 1 | 2;
}

/** For these errors the caller may retry. */
function statusError(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  // The caller may retry.
  if (error instanceof ConflictError || error instanceof UnavailableError) return refusal('OVERLOAD');
  const refused = httpRefusalOf(error);
  if (refused) return refusal(refused);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) {
    const code = CODE_OF_STATUS[status] ?? 'INVALID_ARGUMENT';
    return new StatusError('REQUEST_REFUSED', (error as Error).message, [], {}, code);
  }
  return new StatusError('INTERNAL', 'Internal error encountered.');
}

/** google.rpc.Status in JSON (AIP-193), always indented. `code` is the HTTP status. */
export function statusAnswer(
  thrown: unknown,
  { domain = OWN_DOMAIN, errorFormat = 2 }: StatusForm = {},
): StatusAnswer {
  const error = statusError(thrown);
  const { code, message, details } = error;
  const status = httpStatusOf(error);
  const legacy = errorFormat === 1 ? { errors: legacyErrors(error) } : {};
  const body = {
    error: { code: status, message, status: code, ...legacy, details: statusDetails(error, domain) },
  };
  const { retryDelay } = details;
  const retry = retryDelay === undefined ? {} : { 'retry-after': String(Math.ceil(retryDelay / 1000)) };
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...retry },
    text: printJson(body, true),
    reason: error.reason,
    internal: error !== thrown && (code === 'INTERNAL' || thrown instanceof UnavailableError),
  };
}
