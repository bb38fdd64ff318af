import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { LegalHold } from '../../issuer/ports/holds.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { HoldView } from '../contract/holds/methods.ts';
import { requireEntity } from '../operation/require-entity.ts';

/** The span of time that is held; nothing for a hold on a holder. */
export const spanOf = ({ holderId, from, to }: LegalHold) => ({
  ...(holderId === undefined && { startTime: isoTime(from) }),
  ...(to !== undefined && { endTime: isoTime(to) }),
});

export function holdView(hold: LegalHold): HoldView {
  const { holdId: id, holderId, reason, reviewAt, placedAt, liftedAt } = hold;
  return {
    id,
    ...(holderId !== undefined && { holderId }),
    ...spanOf(hold),
    reason,
    reviewTime: isoTime(reviewAt),
    placeTime: isoTime(placedAt),
    ...(liftedAt !== undefined && { liftTime: isoTime(liftedAt) }),
  };
}

/** @throws StatusError if there is no such hold, or it was lifted already */
export async function openHold(reader: OperatorReader, id: string): Promise<LegalHold> {
  const hold = requireEntity(await reader.hold(id), 'hold');
  if (hold.liftedAt === undefined) return hold;
  throw new StatusError('INVALID_STATE', `the hold was lifted at ${isoTime(hold.liftedAt)}`);
}
