import { ApiError } from '../api/client.ts';

const PASSING = [0, 429, 503];
/** If the server asks for a longer wait, in seconds, the failure is shown instead. */
const LONGEST_WAIT = 10;

/** Requests are repeated only after failures that pass soon, not after refusals. */
export const isPassing = (error: unknown) =>
  error instanceof ApiError && PASSING.includes(error.status) && (error.retryAfter ?? 0) <= LONGEST_WAIT;

/** As long as the server says, or else longer each time; in seconds. */
export const waitBefore = (count: number, error: unknown): number =>
  (error instanceof ApiError && error.retryAfter) || 2 ** count;
