import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { LegalHold } from '../../issuer/ports/holds.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { HoldView } from '../contract/holds/methods.ts';
import { requireEntity } from '../operation/require-entity.ts';

export function holdView({ holdId: id, holderId, from, to, ...hold }: LegalHold): HoldView {
  return {
    id,
    ...(holderId === undefined ? { startTime: isoTime(from) } : { holderId }),
    ...(to !== undefined && { endTime: isoTime(to) }),
    reason: hold.reason,
    reviewTime: isoTime(hold.reviewAt),
    placeTime: isoTime(hold.placedAt),
    ...(hold.liftedAt !== undefined && { liftTime: isoTime(hold.liftedAt) }),
  };
}

/** The span of time that is held, as entries of the audit log have it; nothing for a hold on a holder. */
export function spanOf(hold: LegalHold) {
  const { startTime, endTime } = holdView(hold);
  return { ...(startTime !== undefined && { startTime }), ...(endTime !== undefined && { endTime }) };
}

/** @throws StatusError if there is no such hold, or it was lifted already */
export async function openHold(reader: OperatorReader, id: string): Promise<LegalHold> {
  const hold = requireEntity(await reader.hold(id), 'hold');
  if (hold.liftedAt === undefined) return hold;
  throw new StatusError('INVALID_STATE', `the hold was lifted at ${isoTime(hold.liftedAt)}`);
}
