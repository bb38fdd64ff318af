import { invalidArgument } from '../refusal.ts';
import type { FieldViolation, StatusError } from '../status.ts';

/** The parameter as protocol buffers name it, as in every message about a parameter. */
const FIELD = 'update_mask';

type Metadata = NonNullable<FieldViolation['metadata']>;

export const INVALID_MASK = 'INVALID_UPDATE_MASK';

export const maskViolation = (description: string, metadata: Metadata = {}): FieldViolation => ({
  field: FIELD,
  description,
  metadata,
});

/** A mask that cannot be read at all. */
export function unreadableMask(description: string, metadata?: Metadata): StatusError {
  return invalidArgument(INVALID_MASK, description, [maskViolation(description, metadata)]);
}
