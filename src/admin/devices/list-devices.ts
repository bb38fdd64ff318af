import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import type { DeviceView } from './contract.ts';
import { deviceView } from './get-device.ts';

export const listDevices: AdminOperation<'listDevices', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  (request) =>
    store.read(async (reader) => {
      const read = (page: Page) => reader.listDevices(page);
      const { rows, next } = await listPage(
        request,
        { list: 'devices', idPrefix: request.idPrefix },
        read,
        (row) => row.deviceReferenceId,
      );
      const devices: DeviceView[] = [];
      for (const row of rows) devices.push(await deviceView(reader, row, clock()));
      return { devices, ...next };
    });
