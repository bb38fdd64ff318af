import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import type { Reason } from '../../conventions/reasons/index.ts';
import { StatusError } from '../../conventions/status.ts';
import type { ErrorReason, ErrorResponse } from '../../issuer/contract/index.ts';
import { failedCheck, IssuerError, RecordsUnavailable, RevocationListTooOld } from '../../issuer/errors.ts';
import { READABLE_BODY } from '../../issuer/request-checks.ts';
import { type HttpRefusal, httpRefusalOf, httpStatusOf, refusal } from '../conventions/index.ts';
import { STATUS_OF_REASON } from './error-table.ts';

/** A refusal: the answer, and data for the log only. */
interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorResponse;
  readonly log: {
    readonly outcome: ErrorReason | 'internal' | 'overload' | 'rateLimited';
    readonly issuerErrorIdentifier: string;
    /** Fixed words and names of fields. */
    readonly description: string;
    /** Name of the check that failed. */
    readonly failedCheck?: string;
    /** The condition in the order of checks that did not hold. */
    readonly condition?: string;
    readonly cause?: unknown;
  };
}

interface Verdict {
  readonly status: number;
  readonly outcome: Refusal['log']['outcome'];
  readonly description: string;
  /** The description for the log, without values from the request; absent if the description has none. */
  readonly logged?: string;
  readonly failedCheck?: string;
  readonly condition?: string | undefined;
  /** Value of the member of the reason. */
  readonly member?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Headers of refusals at the HTTP level. */
const HEADERS: Readonly<Partial<Record<HttpRefusal, Readonly<Record<string, string>>>>> = {
  METHOD_NOT_ALLOWED: { allow: 'POST' },
  UNSUPPORTED_CONTENT_ENCODING: { 'accept-encoding': 'identity' },
};

function onIssuerError(error: IssuerError): Verdict {
  const { reason, message, detail, condition } = error;
  const { versions, cause } = detail;
  const member = versions ? { requestVersion: versions.request, expectedVersion: versions.expected } : {};
  const status = STATUS_OF_REASON[reason];
  const check = failedCheck(error);
  return { status, outcome: reason, description: message, member, failedCheck: check, condition, cause };
}

function onHttpRefusal(reason: HttpRefusal): Verdict {
  const error = refusal(reason);
  return {
    status: httpStatusOf(error),
    outcome: reason === 'ROUTE_NOT_FOUND' ? 'invalidIdentifier' : 'invalidFieldValue',
    description: error.message,
    headers: HEADERS[reason] ?? {},
    failedCheck: 'http',
    condition: READABLE_BODY.name,
  };
}

const OVERLOAD: Verdict = {
  status: 503,
  outcome: 'overload',
  description: 'too many requests change the same resource; try again',
  headers: { 'retry-after': '1' },
};

const UNAVAILABLE: Verdict = {
  ...OVERLOAD,
  description: 'the database of the issuer cannot do its work now; try again',
};

/** The log message for a refused parameter `fields`, by reason. */
const OF_FIELDS: Readonly<Partial<Record<Reason, string>>> = {
  INVALID_FIELD_SELECTION: 'the parameter fields selects what is not there',
  INVALID_SYSTEM_PARAMETER: 'the parameter fields is sent with two values',
};

/** Outcomes for which the contract has no reason. */
const WITHOUT_REASON: ReadonlySet<string> = new Set(['internal', 'overload', 'rateLimited']);

function onRateLimit(error: StatusError): Verdict {
  const { retryDelay = 0 } = error.details;
  return {
    status: httpStatusOf(error),
    outcome: 'rateLimited',
    description: error.message,
    failedCheck: 'rateLimit',
    headers: { 'retry-after': String(retryDelay / 1000) },
  };
}

function onRecordsUnavailable(cause: RecordsUnavailable): Verdict {
  const description = 'the records of the issuer cannot be reached; try again';
  return { status: 500, outcome: 'internal', description, failedCheck: 'recordSource', cause };
}

/** A new list is used within a second, but a job must download it first. */
const LIST_RETRY_SECONDS = 60;

function onListTooOld(cause: RevocationListTooOld): Verdict {
  const description =
    'devices cannot be verified now: the list of withdrawn attestation keys is too old; try again';
  const headers = { 'retry-after': String(LIST_RETRY_SECONDS) };
  return { status: 503, outcome: 'internal', description, headers, failedCheck: 'revocationList', cause };
}

function verdictOn(error: unknown): Verdict {
  if (error instanceof IssuerError) return onIssuerError(error);
  if (error instanceof ConflictError) return OVERLOAD;
  if (error instanceof UnavailableError) return { ...UNAVAILABLE, cause: error };
  if (error instanceof RevocationListTooOld) return onListTooOld(error);
  if (error instanceof RecordsUnavailable) return onRecordsUnavailable(error);
  const reason = httpRefusalOf(error);
  if (reason) return onHttpRefusal(reason);
  if (error instanceof StatusError && error.reason === 'RATE_LIMIT_EXCEEDED') return onRateLimit(error);
  const logged = error instanceof StatusError ? OF_FIELDS[error.reason] : undefined;
  if (error instanceof StatusError && logged !== undefined) {
    return {
      status: 400,
      outcome: 'invalidFieldValue',
      description: error.message,
      logged,
      failedCheck: 'http',
    };
  }
  const description = 'internal failure; the identifier finds it in the log';
  return { status: 500, outcome: 'internal', description, cause: error };
}

/** Turns any error into an ErrorResponse with one reason; an internal failure has none. */
export function refusalOf(error: unknown, requestId: string, issuerErrorIdentifier: string): Refusal {
  const {
    status,
    outcome,
    description,
    logged = description,
    member = {},
    headers = {},
    failedCheck: check,
    condition,
    cause,
  } = verdictOn(error);
  const reason = WITHOUT_REASON.has(outcome) ? {} : { [outcome]: member };
  return {
    status,
    headers,
    body: {
      responseMetadata: { requestId },
      errorDescription: description,
      issuerErrorIdentifier,
      ...reason,
    },
    log: {
      outcome,
      issuerErrorIdentifier,
      description: logged,
      ...(check && { failedCheck: check }),
      ...(condition && { condition }),
      cause,
    },
  };
}
