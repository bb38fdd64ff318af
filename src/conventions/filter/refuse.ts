import { invalidArgument } from '../refusal.ts';
import type { FieldViolation, StatusError } from '../status.ts';

export const INVALID_FILTER = 'INVALID_FILTER';

export function filterViolation(problem: string, metadata: FieldViolation['metadata'] = {}): FieldViolation {
  return { field: 'filter', description: `Invalid filter: ${problem}.`, metadata };
}

/** A filter that cannot be read at all. */
export function unreadableFilter(problem: string, metadata?: FieldViolation['metadata']): StatusError {
  const violation = filterViolation(problem, metadata);
  return invalidArgument(INVALID_FILTER, violation.description, [violation]);
}
