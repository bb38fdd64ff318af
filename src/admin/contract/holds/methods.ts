import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { HOLD_REASONS } from '../../../issuer/ports/holds.ts';
import { nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

export { HOLD_REASONS };

const Reason = Type.Enum([...HOLD_REASONS], { description: 'Why nothing may be deleted.' });

export const HoldView = Type.Object({
  id: Type.String(),
  holderId: Type.Optional(Type.String({ description: 'Absent for a span of time.' })),
  startTime: Type.Optional(Time('Begin of the span.')),
  endTime: Type.Optional(Time('End of the span; absent if it has none.')),
  reason: Reason,
  reviewTime: Time('When people must decide whether it is still needed.'),
  placeTime: Time('When it was placed.'),
  placedBy: Type.Optional(
    Type.String({
      description:
        'Id of the user who placed it, `operator` for the admin token; only in lists, as long as the audit log has it.',
    }),
  ),
  placedByName: Type.Optional(Type.String({ description: 'Email of that user.' })),
  liftTime: Type.Optional(Time('When it was lifted; absent while it holds.')),
});
export type HoldView = Static<typeof HoldView>;

export const HOLD_METHODS = {
  placeHold: {
    http: ['POST', '/admin/v1/holds'],
    role: 'approver',
    audit: ['legalHold.place'],
    command: 'holds place',
    summary: 'Keep the data of a holder, or of a span of time, from being erased or purged',
    request: Type.Object(
      {
        holderId: Type.Optional(Id('The holder; without startTime and endTime.')),
        startTime: Type.Optional(Time('Begin of the span; without holderId.')),
        endTime: Type.Optional(Time('End of the span; none when left out.')),
        reason: Reason,
        reviewTime: Time('When people must decide whether it is still needed.'),
      },
      closed,
    ),
    response: HoldView,
  },
  liftHold: {
    http: ['POST', '/admin/v1/holds/{id}:lift'],
    role: 'approver',
    final: true,
    audit: ['legalHold.lift'],
    command: 'holds lift',
    summary: 'Lift a legal hold',
    request: Type.Object({ id: Id('Hold') }, closed),
    response: HoldView,
  },
  listHolds: {
    http: ['GET', '/admin/v1/holds'],
    role: 'viewer',
    command: 'holds list',
    summary: 'List legal holds, lifted ones too, the last placed first',
    request: Type.Object({ ...page }, closed),
    response: Type.Object({ holds: Type.Array(HoldView), nextPageToken }),
  },
} as const satisfies Record<string, AdminMethod>;
