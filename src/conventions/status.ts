/** Canonical codes of google.rpc.Status that are used here (AIP-193). */
export const STATUS_CODES = [
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'ABORTED',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  'RESOURCE_EXHAUSTED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type StatusCode = (typeof STATUS_CODES)[number];

/** What is wrong with one member of a request (google.rpc.BadRequest.FieldViolation). */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  /** What else than the field varies in the description, by name; it goes into ErrorInfo.metadata (AIP-193). */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Which state stands in the way (google.rpc.PreconditionFailure.Violation). */
export interface PreconditionViolation {
  readonly type: string;
  readonly subject: string;
  readonly description: string;
}

export interface StatusDetails {
  /** ErrorInfo.metadata: every dynamic part of the message (AIP-193); without it, that of the violations. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly preconditions?: readonly PreconditionViolation[];
  /** RetryInfo.retryDelay, in milliseconds. */
  readonly retryDelay?: number;
  /** Where the older error format points to. */
  readonly location?: { readonly type: 'parameter' | 'header'; readonly name: string };
}

/** An error of an interface that follows the conventions; `reason` is UPPER_SNAKE_CASE and stable. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly code: StatusCode;
  readonly reason: string;
  readonly violations: readonly FieldViolation[];
  readonly details: StatusDetails;

  constructor(
    code: StatusCode,
    reason: string,
    message: string,
    violations: readonly FieldViolation[] = [],
    details: StatusDetails = {},
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.violations = violations;
    this.details = details;
  }
}
