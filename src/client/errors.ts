import type { ApprovalView } from '../admin/contract/approvals/methods.ts';
import type { FieldViolation } from '../conventions/status.ts';
import { UserError } from '../conventions/user-error.ts';
import type { Answer } from './send.ts';

/** Members of the details of a google.rpc.Status, of whatever kind. */
interface Detail {
  readonly reason?: string;
  readonly requestId?: string;
  readonly fieldViolations?: readonly Partial<FieldViolation>[];
  readonly violations?: readonly { readonly description?: string }[];
}

interface ErrorBody {
  readonly status?: string;
  readonly message?: string;
  readonly details?: readonly Detail[];
}

export type Violation = Pick<FieldViolation, 'field' | 'description'>;

/** Proxies and some servers wrap the error into an array. */
function errorIn(body: unknown): ErrorBody {
  const [first] = Array.isArray(body) ? body : [body];
  const { error } = (first ?? {}) as { readonly error?: unknown };
  return typeof error === 'object' && error !== null ? error : {};
}

/** The server refused the request (google.rpc.Status), or answered something else than JSON. */
export class ApiError extends UserError {
  override readonly name = 'ApiError';
  /** Of HTTP; 0 if no answer arrived. */
  readonly status: number;
  /** The google.rpc.Code, such as INVALID_ARGUMENT; empty if the answer has none. */
  readonly code: string;
  /** Such as `SIGN_IN_TOO_OLD` (docs/reference/errors.md); the code if the answer has none. */
  readonly reason: string;
  readonly violations: readonly Violation[];
  readonly preconditions: readonly string[];
  readonly requestId: string | undefined;
  /** Seconds to wait, where the server says so. */
  readonly retryAfter: number | undefined;
  /** The body as received. */
  readonly body: unknown;

  constructor(status: number, body: unknown, headers?: Answer['headers']) {
    const { status: code = '', message, details = [] } = errorIn(body);
    super(message ?? `the server answered with status ${status}`);
    this.status = status;
    this.code = code;
    this.reason = details.find(({ reason }) => reason)?.reason ?? (code || `HTTP_${status}`);
    this.violations = details.flatMap(({ fieldViolations = [] }) =>
      fieldViolations.map(({ field = '', description = '' }) => ({ field, description })),
    );
    this.preconditions = details.flatMap(({ violations = [] }) =>
      violations.flatMap(({ description }) => description ?? []),
    );
    const requestId = details.find((detail) => detail.requestId)?.requestId;
    this.requestId = requestId ?? headers?.get('x-request-id') ?? undefined;
    this.retryAfter = Number(headers?.get('retry-after')) || undefined;
    this.body = body;
  }
}

/** An error that the client itself finds, in the form of the server's. */
export const ownError = (status: number, reason: string, message: string): ApiError =>
  new ApiError(status, { error: { message, details: [{ reason }] } });

/** The server did not answer, or its identity could not be verified. */
export class Unreachable extends UserError {
  override readonly name: string = 'Unreachable';
  override readonly exit = 'unreachable';
  /** The connection broke, or took too long, and another attempt may succeed. */
  readonly isPassing: boolean;

  constructor(
    message: string,
    { isPassing = false, ...options }: ErrorOptions & { isPassing?: boolean } = {},
  ) {
    super(message, options);
    this.isPassing = isPassing;
  }
}

/** The answer has more bytes than the client reads. */
export class TooLarge extends Unreachable {
  constructor() {
    super('the answer is too large');
  }
}

/** The request waits for a second person; nothing was done (ADR 24). */
export class AwaitsApproval extends UserError {
  override readonly name = 'AwaitsApproval';
  override readonly exit = 'awaited';
  readonly approval: ApprovalView;

  constructor(approval: ApprovalView, message = `${approval.method} waits for a second person`) {
    super(message);
    this.approval = approval;
  }
}
