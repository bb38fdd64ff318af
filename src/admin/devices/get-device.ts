import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { deviceById, deviceView } from './device.ts';

export const getDevice: AdminOperation<'getDevice', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  ({ id }) =>
    store.read(async (reader) => deviceView(reader, await deviceById(reader, id), clock()));
