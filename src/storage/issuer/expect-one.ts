import type { UpdateResult } from 'kysely';
import { ConflictError } from '../../conventions/conflict.ts';

/** One row changed, or somebody else changed it first. */
export function expectOne(results: readonly UpdateResult[]): void {
  if (results[0]?.numUpdatedRows !== 1n) throw new ConflictError('the row was changed by another request');
}
