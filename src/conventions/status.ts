export { STATUS_CODES, type StatusCode } from './reasons/index.ts';

import { type CodeOf, REASONS, type Reason, type StatusCode } from './reasons/index.ts';

/** A violation by one member of a request (google.rpc.BadRequest.FieldViolation). */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  /** Dynamic parts of the description besides the field, by name, for ErrorInfo.metadata (AIP-193). */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Which state prevents the request (google.rpc.PreconditionFailure.Violation). */
export interface PreconditionViolation {
  readonly type: string;
  readonly subject: string;
  readonly description: string;
}

export interface StatusDetails {
  /** ErrorInfo.metadata: all dynamic parts of the message (AIP-193); default: those of the violations. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly preconditions?: readonly PreconditionViolation[];
  /** RetryInfo.retryDelay, in milliseconds. */
  readonly retryDelay?: number;
  /** `location` in the older error format. */
  readonly location?: { readonly type: 'parameter' | 'header'; readonly name: string };
}

/**
 * A refusal by an interface that follows the conventions. `code` is given only if it is not the reason's first code.
 */
export class StatusError<R extends Reason = Reason> extends Error {
  override readonly name = 'StatusError';
  readonly code: StatusCode;
  readonly reason: Reason;
  readonly violations: readonly FieldViolation[];
  readonly details: StatusDetails;

  constructor(
    reason: R,
    message: string,
    violations: readonly FieldViolation[] = [],
    details: StatusDetails = {},
    code?: CodeOf<R>,
  ) {
    super(message);
    this.code = code ?? REASONS[reason].codes[0];
    this.reason = reason;
    this.violations = violations;
    this.details = details;
  }
}
