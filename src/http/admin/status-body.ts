import { type StatusCode, StatusError } from '../../conventions/status.ts';
import { STATUS_OF_CODE } from './status-table.ts';

const ERROR_DOMAIN = 'diptych';

interface StatusAnswer {
  readonly status: number;
  readonly body: object;
}

/** google.rpc.Status in JSON (AIP-193): one ErrorInfo always, a BadRequest where members are wrong. */
export function statusBody({ code, reason, message, violations }: StatusError): StatusAnswer {
  const status = STATUS_OF_CODE[code];
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: ERROR_DOMAIN };
  const badRequest = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations };
  const details = violations.length > 0 ? [info, badRequest] : [info];
  return { status, body: { error: { code: status, message, status: code, details } } };
}

/** Codes for refusals of the HTTP layer, which knows statuses only. */
const CODE_OF_STATUS: Record<number, StatusCode> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** Any thrown value as an answer; what is not meant for the caller stays inside. */
export function statusAnswer(error: unknown): StatusAnswer & { readonly internal: boolean } {
  if (error instanceof StatusError) return { ...statusBody(error), internal: false };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) {
    const code = CODE_OF_STATUS[status] ?? 'INVALID_ARGUMENT';
    const { body } = statusBody(new StatusError(code, 'REQUEST_REFUSED', (error as Error).message));
    return { status, body, internal: false };
  }
  const failure = new StatusError('INTERNAL', 'INTERNAL', 'Internal error encountered.');
  return { ...statusBody(failure), internal: true };
}
