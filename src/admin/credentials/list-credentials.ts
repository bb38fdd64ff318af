import { sortOf } from '../../conventions/order-by.ts';
import { credentialAt } from '../../issuer/credential/current-credential.ts';
import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage, period } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { CREDENTIAL_SORTS } from './contract.ts';
import { credentialView } from './credential.ts';

export const listCredentials: AdminOperation<'listCredentials', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  async ({ pageSize, pageToken, ...wanted }) => {
    const now = clock();
    const { startTime, endTime, orderBy, ...equal } = wanted;
    const filter = { now, ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listCredentials(page, filter));
    const [args, sort] = [{ list: 'credentials', ...wanted }, sortOf(orderBy, CREDENTIAL_SORTS)];
    const { rows, next } = await listPage(
      { pageSize, pageToken },
      args,
      read,
      (row) => row.credentialId,
      sort,
    );
    return { credentials: rows.map((row) => credentialView(credentialAt(row, now))), ...next };
  };
