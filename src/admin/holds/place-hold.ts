import { randomUUID } from 'node:crypto';
import { invalidMember } from '../../conventions/refusal.ts';
import type { LegalHold } from '../../issuer/ports/holds.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { HOLD_METHODS } from '../contract/holds/methods.ts';
import type { AdminRequest } from '../contract/index.ts';
import { holderById } from '../holders/holder.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holdView, spanOf } from './hold.ts';

type Request = AdminRequest<'placeHold'>;

/** What is held: a holder since its import, or a span of time. @throws StatusError */
async function heldBy(reader: OperatorReader, { holderId, startTime, endTime }: Request) {
  if (holderId !== undefined) {
    if (startTime !== undefined || endTime !== undefined)
      throw invalidMember('REQUEST_INVALID', 'holderId', 'goes without startTime and endTime');
    return { holderId, from: (await holderById(reader, holderId)).createdAt };
  }
  if (startTime === undefined)
    throw invalidMember('REQUEST_INVALID', 'startTime', 'is missing: name a holder or a span of time');
  const from = Date.parse(startTime);
  if (endTime === undefined) return { from };
  const to = Date.parse(endTime);
  if (to <= from) throw invalidMember('REQUEST_INVALID', 'endTime', 'must be after startTime');
  return { from, to };
}

async function holdOf(reader: OperatorReader, request: Request, now: number): Promise<LegalHold> {
  const reviewAt = Date.parse(request.reviewTime);
  if (reviewAt <= now) throw invalidMember('REQUEST_INVALID', 'reviewTime', 'must be in the future');
  const held = await heldBy(reader, request);
  return { holdId: `hold-${randomUUID()}`, ...held, reason: request.reason, reviewAt, placedAt: now };
}

export const placeHold = operation(HOLD_METHODS.placeHold, {
  needs: issuer,
  async prepare({ store, clock }, request) {
    await store.read((reader) => holdOf(reader, request, clock()));
    return request;
  },
  run: ({ store, clock }, request, actor) =>
    store.write(async (writer) => {
      const at = clock();
      const hold = await holdOf(writer, request, at);
      await writer.insertHold(hold);
      const change = { subject: 'legalHold', subjectId: hold.holdId, event: 'place', to: 'open' } as const;
      await writer.record({ ...change, reason: hold.reason, details: { after: spanOf(hold) }, actor, at });
      return holdView(hold);
    }),
});
