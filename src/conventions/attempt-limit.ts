/** Failures of one subject (a user, a device) in a window of time. */
export interface AttemptCount {
  readonly subject: string;
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly windowEndsAt: number;
}

export interface AttemptLimit {
  readonly most: number;
  /** Milliseconds, counted from the first failure. */
  readonly window: number;
}

/** The count after one more failure; undefined if the limit is already reached. */
export function countFailure(
  before: AttemptCount | undefined,
  subject: string,
  limit: AttemptLimit,
  now: number,
): AttemptCount | undefined {
  if (before === undefined || before.windowEndsAt <= now) {
    return { subject, failures: 1, windowEndsAt: now + limit.window };
  }
  return before.failures >= limit.most ? undefined : { ...before, failures: before.failures + 1 };
}
