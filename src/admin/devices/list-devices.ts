import type { Page } from '../../issuer/ports/lists.ts';
import { DEVICE_METHODS, type DeviceView } from '../contract/devices/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { deviceView } from './get-device.ts';

export const listDevices = operation(DEVICE_METHODS.listDevices, {
  needs: issuer,
  run: ({ store, clock }, request) =>
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
    }),
});
