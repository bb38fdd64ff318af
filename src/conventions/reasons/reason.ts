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

/** Why a request is refused. docs/reference/errors.md is generated from these texts. */
export interface ReasonEntry<Code extends StatusCode = StatusCode> {
  /** More than one if the canonical code depends on the case. */
  readonly codes: readonly [Code, ...Code[]];
  readonly meaning: string;
  readonly remedy: string;
}

/** Makes entries with the same canonical codes. */
export const reasonsOf =
  <Code extends StatusCode>(...codes: [Code, ...Code[]]) =>
  (meaning: string, remedy: string): ReasonEntry<Code> => ({ codes, meaning, remedy });
