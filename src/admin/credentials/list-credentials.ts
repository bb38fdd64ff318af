import { sortOf } from '../../conventions/order-by.ts';
import { invalidMember } from '../../conventions/refusal.ts';
import { credentialAt } from '../../issuer/credential/current-credential.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import { CREDENTIAL_METHODS, CREDENTIAL_SORTS } from '../contract/credentials/methods.ts';
import type { AdminRequest } from '../contract/index.ts';
import { listPage, period } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { credentialView } from './credential.ts';

/** Rows without a deadline cannot be sorted by it. */
function requireDeadlines({ userAction, orderBy }: AdminRequest<'listCredentials'>): void {
  if (!orderBy?.startsWith('deadlineTime') || userAction !== undefined) return;
  throw invalidMember('ORDER_INVALID', 'orderBy', 'by deadlineTime needs userAction=required');
}

export const listCredentials = operation(CREDENTIAL_METHODS.listCredentials, {
  needs: issuer,
  async run({ store, clock }, { pageSize, pageToken, ...wanted }) {
    const now = clock();
    const { startTime, endTime, orderBy, userAction, idPrefix, ...equal } = wanted;
    requireDeadlines(wanted);
    const filter = { now, ...equal, ...(userAction && { needsAction: true }), ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listCredentials(page, filter));
    const args = { list: 'credentials', ...wanted };
    const sort = sortOf(orderBy, CREDENTIAL_SORTS);
    const { rows, next } = await listPage(
      { pageSize, pageToken, idPrefix },
      args,
      read,
      (row) => row.credentialId,
      sort,
    );
    return { credentials: rows.map((row) => credentialView(credentialAt(row, now))), ...next };
  },
});
