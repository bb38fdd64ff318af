export { STATUS_CODES, type StatusCode } from './reasons/index.ts';

import { type CodeOf, REASONS, type Reason, type StatusCode } from './reasons/index.ts';

/** What is wrong with one member of a request (google.rpc.BadRequest.FieldViolation). */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  /** What else than the field varies in the description, by name; it goes into ErrorInfo.metadata (AIP-193). */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Which state prevents the request (google.rpc.PreconditionFailure.Violation). */
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

/** A refusal by an interface that follows the conventions. `code`: only where it is not the first of the reason. */
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
