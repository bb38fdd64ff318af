import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { holdView, openHold } from './hold.ts';

export const prepareLiftHold =
  ({ store }: Pick<IssuerAdminDeps, 'store'>): Preparation<'liftHold'> =>
  async (request) => {
    await store.read((reader) => openHold(reader, request.id));
    return request;
  };

export const liftHold: AdminOperation<'liftHold', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  ({ id }, actor) =>
    store.write(async (writer) => {
      const at = clock();
      const hold = await openHold(writer, id);
      if (!(await writer.liftHold(id, at)))
        throw new StatusError('INVALID_STATE', 'the hold was lifted already');
      const change = { subject: 'legalHold', subjectId: id, event: 'lift' } as const;
      await writer.record({ ...change, from: 'open', to: 'lifted', actor, at });
      return holdView({ ...hold, liftedAt: at });
    });
