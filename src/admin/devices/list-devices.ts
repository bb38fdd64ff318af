import type { Page } from '../../issuer/ports/lists.ts';
import { DEVICE_METHODS } from '../contract/devices/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { deviceViews } from './get-device.ts';

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
      return { devices: await deviceViews(reader, rows, clock()), ...next };
    }),
});
