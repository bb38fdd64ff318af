import type { FieldViolation, StatusCode, StatusError } from './status.ts';

interface Detail {
  readonly '@type': string;
  readonly [member: string]: unknown;
}

const detail = (type: string, members: object): Detail => ({
  '@type': `type.googleapis.com/google.rpc.${type}`,
  ...members,
});

/** google.protobuf.Duration in JSON. */
const seconds = (milliseconds: number) => `${milliseconds / 1000}s`;

/**
 * The variable parts of the violations' messages: `field` and others of the first violation, `field2` of the
 * second, and so on.
 */
function varying(violations: readonly FieldViolation[]): Readonly<Record<string, string>> {
  const members = violations.flatMap(({ field, metadata }, index) => {
    const own = Object.entries({ ...(field !== '' && { field }), ...metadata });
    return own.map(([name, value]) => [index === 0 ? name : `${name}${index + 1}`, value] as const);
  });
  return Object.fromEntries(members);
}

/**
 * `error.details[]` of google.rpc.Status: always one ErrorInfo, and at most one of every other type
 * (AIP-193).
 */
export function statusDetails(error: StatusError, domain: string): readonly Detail[] {
  const { reason, violations, details } = error;
  const { metadata = varying(violations), preconditions, retryDelay } = details;
  const hasAny = Object.keys(metadata).length > 0;
  const listed: Detail[] = [detail('ErrorInfo', { reason, domain, ...(hasAny && { metadata }) })];
  if (violations.length > 0) {
    const fieldViolations = violations.map(({ field, description }) =>
      field === '' ? { description } : { field, description },
    );
    listed.push(detail('BadRequest', { fieldViolations }));
  }
  if (preconditions) listed.push(detail('PreconditionFailure', { violations: preconditions }));
  if (retryDelay !== undefined) listed.push(detail('RetryInfo', { retryDelay: seconds(retryDelay) }));
  return listed;
}

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
