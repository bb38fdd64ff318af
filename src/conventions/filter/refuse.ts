import { invalidArgument } from '../refusal.ts';
import type { FieldViolation, StatusError } from '../status.ts';

export const INVALID_FILTER = 'INVALID_FILTER';

export function filterViolation(problem: string): FieldViolation {
  return { field: 'filter', description: `Invalid filter: ${problem}.` };
}

/** A filter that cannot be read at all. */
export function unreadableFilter(problem: string): StatusError {
  const violation = filterViolation(problem);
  return invalidArgument(INVALID_FILTER, violation.description, [violation]);
}
