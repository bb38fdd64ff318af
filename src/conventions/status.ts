/** Canonical codes of google.rpc.Status that are used here (AIP-193). */
export type StatusCode =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'ABORTED'
  | 'PERMISSION_DENIED'
  | 'UNAUTHENTICATED'
  | 'RESOURCE_EXHAUSTED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** What is wrong with one member of a request (google.rpc.BadRequest.FieldViolation). */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** An error of an interface that follows the conventions; `reason` is UPPER_SNAKE_CASE and stable. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly code: StatusCode;
  readonly reason: string;
  readonly violations: readonly FieldViolation[];

  constructor(code: StatusCode, reason: string, message: string, violations: readonly FieldViolation[] = []) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.violations = violations;
  }
}
