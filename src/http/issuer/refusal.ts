import { randomUUID } from 'node:crypto';
import type { ErrorReason, ErrorResponse } from '../../issuer/contract/index.ts';
import { ConflictError, IssuerError } from '../../issuer/errors.ts';
import { STATUS_OF_REASON } from './error-table.ts';

/** A refusal on its way out: what is sent, and what only the log gets. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorResponse;
  readonly log: {
    readonly reason: ErrorReason | 'internal' | 'overload';
    readonly issuerErrorIdentifier: string;
    readonly cause?: unknown;
  };
}

/** Refusals of the HTTP layer itself, by Fastify's error code or our own. */
const TRANSPORT: Record<string, { readonly status: number; readonly description: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, description: 'the body is larger than this operation allows' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, description: 'the content type must be application/json' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    description: 'the body does not have the length it names',
  },
  UNSUPPORTED_ENCODING: { status: 415, description: 'a compressed body is not accepted' },
  MALFORMED_BODY: { status: 400, description: 'the body is not JSON in UTF-8' },
};

/** Thrown by the body reader. */
export class BodyError extends Error {
  readonly code: string;

  constructor(code: keyof typeof TRANSPORT) {
    super(code);
    this.code = code;
  }
}

function render(
  requestId: string,
  status: number,
  description: string,
  reason: ErrorReason | undefined,
  member: object = {},
): Omit<Refusal, 'log'> & { readonly issuerErrorIdentifier: string } {
  const issuerErrorIdentifier = randomUUID();
  const body = {
    responseMetadata: { requestId },
    errorDescription: description,
    issuerErrorIdentifier,
    ...(reason ? { [reason]: member } : {}),
  };
  return { status, headers: {}, body, issuerErrorIdentifier };
}

/** The one funnel: whatever was thrown becomes an ErrorResponse with one reason, or none for our own failures. */
export function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof IssuerError) {
    const { reason, message, detail } = error;
    const { versions } = detail;
    const member = versions ? { requestVersion: versions.request, expectedVersion: versions.expected } : {};
    const refusal = render(requestId, STATUS_OF_REASON[reason], message, reason, member);
    return {
      ...refusal,
      log: { reason, issuerErrorIdentifier: refusal.issuerErrorIdentifier, cause: detail.cause },
    };
  }
  const transport = TRANSPORT[error instanceof Error && 'code' in error ? String(error.code) : ''];
  if (transport) {
    const refusal = render(requestId, transport.status, transport.description, 'invalidFieldValue');
    return {
      ...refusal,
      log: { reason: 'invalidFieldValue', issuerErrorIdentifier: refusal.issuerErrorIdentifier },
    };
  }
  if (error instanceof ConflictError) {
    const refusal = render(
      requestId,
      503,
      'too many requests change the same resource; try again',
      undefined,
    );
    const log = { reason: 'overload', issuerErrorIdentifier: refusal.issuerErrorIdentifier } as const;
    return { ...refusal, headers: { 'retry-after': '1' }, log };
  }
  const refusal = render(requestId, 500, 'internal failure; the identifier finds it in the log', undefined);
  const { issuerErrorIdentifier } = refusal;
  return { ...refusal, log: { reason: 'internal', issuerErrorIdentifier, cause: error } };
}
