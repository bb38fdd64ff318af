import { sortOf } from '../../conventions/order-by.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import { DEVICE_METHODS, DEVICE_SORTS } from '../contract/devices/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { deviceViews } from './get-device.ts';

export const listDevices = operation(DEVICE_METHODS.listDevices, {
  needs: issuer,
  run: ({ store, clock }, { state, orderBy, ...request }) =>
    store.read(async (reader) => {
      const read = (page: Page) => reader.listDevices(page, state);
      const args = { list: 'devices', state, orderBy, idPrefix: request.idPrefix };
      const sort = sortOf(orderBy, DEVICE_SORTS);
      const { rows, next } = await listPage(request, args, read, (row) => row.deviceReferenceId, sort);
      return { devices: await deviceViews(reader, rows, clock()), ...next };
    }),
});
