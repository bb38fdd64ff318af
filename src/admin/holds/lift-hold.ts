import { StatusError } from '../../conventions/status.ts';
import { HOLD_METHODS } from '../contract/holds/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holdView, openHold, spanOf } from './hold.ts';

export const liftHold = operation(HOLD_METHODS.liftHold, {
  needs: issuer,
  async prepare({ store }, request) {
    await store.read((reader) => openHold(reader, request.id));
    return request;
  },
  run: ({ store, clock }, { id }, actor) =>
    store.write(async (writer) => {
      const at = clock();
      const hold = await openHold(writer, id);
      if (!(await writer.liftHold(id, at)))
        throw new StatusError('INVALID_STATE', 'the hold was lifted already');
      const change = { subject: 'legalHold', subjectId: id, event: 'lift' } as const;
      await writer.record({
        ...change,
        from: 'open',
        to: 'lifted',
        details: { before: spanOf(hold) },
        actor,
        at,
      });
      return holdView({ ...hold, liftedAt: at });
    }),
});
