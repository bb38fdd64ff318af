import { invalidArgument } from '../refusal.ts';
import type { FieldViolation, StatusError } from '../status.ts';

/** The parameter as protocol buffers name it, as in every message about a parameter. */
const FIELD = 'update_mask';

export const INVALID_MASK = 'INVALID_UPDATE_MASK';

export const maskViolation = (description: string): FieldViolation => ({ field: FIELD, description });

/** A mask that cannot be read at all. */
export function unreadableMask(description: string): StatusError {
  return invalidArgument(INVALID_MASK, description, [maskViolation(description)]);
}
