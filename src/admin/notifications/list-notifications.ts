import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { notificationView } from './notification-view.ts';

export const listNotifications: AdminOperation<'listNotifications', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async ({ pageSize, pageToken, ...filter }) => {
    const read = (page: Page) => store.read((reader) => reader.listOutbox(page, filter));
    const args = { list: 'notifications', ...filter };
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.entryId);
    return { notifications: rows.map(notificationView), ...next };
  };
