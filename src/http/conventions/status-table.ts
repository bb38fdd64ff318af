import type { StatusCode } from '../../conventions/status.ts';

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

/** Refusals whose HTTP status no canonical code maps to. */
const STATUS_OF_REASON: Readonly<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONDITION_NOT_MET: 412,
  BODY_TOO_LARGE: 413,
  TOO_MANY_PARAMETERS: 413,
  TOO_MANY_VALUES: 413,
  BATCH_ANSWERS_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNSUPPORTED_CONTENT_ENCODING: 415,
  HEADERS_TOO_LARGE: 431,
};

interface Coded {
  readonly code: StatusCode;
  readonly reason: string;
}

export function httpStatusOf({ code, reason }: Coded): number {
  return Object.hasOwn(STATUS_OF_REASON, reason) ? STATUS_OF_REASON[reason]! : STATUS_OF_CODE[code];
}

/** For refusals of the HTTP layer, which knows statuses only. */
export const CODE_OF_STATUS: Readonly<Record<number, StatusCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};
