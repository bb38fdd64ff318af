export { STATUS_CODES, type StatusCode } from './reasons/index.ts';

import { type CodeOf, REASONS, type Reason, type StatusCode } from './reasons/index.ts';

/** A member of a request that has a bad value (google.rpc.BadRequest.FieldViolation). */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  /** Variable parts of the description besides the field, by name, for ErrorInfo.metadata (AIP-193). */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A state that prevents the request (google.rpc.PreconditionFailure.Violation). */
export interface PreconditionViolation {
  readonly type: string;
  readonly subject: string;
  readonly description: string;
}

export interface StatusDetails {
  /** ErrorInfo.metadata: all variable parts of the message (AIP-193). By default those of the violations. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly preconditions?: readonly PreconditionViolation[];
  /** RetryInfo.retryDelay, in milliseconds. */
  readonly retryDelay?: number;
  /** `location` in the older error format. */
  readonly location?: { readonly type: 'parameter' | 'header'; readonly name: string };
}

/**
 * A refusal by an interface that follows the conventions. `code` must be given only if it differs from the
 * first code of the reason.
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
