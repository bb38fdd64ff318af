import type { StatusCode, StatusError } from './status.ts';

const REASON_OF_CODE: Record<StatusCode, string> = {
  INVALID_ARGUMENT: 'badRequest',
  FAILED_PRECONDITION: 'failedPrecondition',
  NOT_FOUND: 'notFound',
  ALREADY_EXISTS: 'alreadyExists',
  ABORTED: 'aborted',
  PERMISSION_DENIED: 'forbidden',
  UNAUTHENTICATED: 'authError',
  RESOURCE_EXHAUSTED: 'rateLimitExceeded',
  UNAVAILABLE: 'backendError',
  INTERNAL: 'backendError',
};

export interface LegacyError {
  readonly message: string;
  readonly domain: 'global';
  readonly reason: string;
  readonly location?: string;
  readonly locationType?: string;
}

function reasonOf({ code, details: { location } }: StatusError): string {
  if (location?.type === 'parameter') return 'invalidParameter';
  if (location?.type === 'header')
    return code === 'FAILED_PRECONDITION' ? 'conditionNotMet' : 'invalidHeader';
  return REASON_OF_CODE[code];
}

/** The `error.errors[]` array that `$.xgafv=1` asks for. */
export function legacyErrors(error: StatusError): readonly LegacyError[] {
  const { location } = error.details;
  const place = location && { location: location.name, locationType: location.type };
  return [{ message: error.message, domain: 'global', reason: reasonOf(error), ...place }];
}
