import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { holderById, holderView } from './holder.ts';

export const getHolder: AdminOperation<'getHolder', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  ({ id }) =>
    store.read(async (reader) => {
      const holder = await holderById(reader, id);
      const holds = (await reader.holdsOn(holder)).map(({ holdId }) => holdId);
      return { ...holderView(holder), ...(holds.length > 0 && { holds }) };
    });
