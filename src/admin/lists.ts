import { sortOf } from '../conventions/order-by.ts';
import { invalidArgument } from '../conventions/refusal.ts';
import { credentialAt } from '../issuer/credential/current-credential.ts';
import type { Page } from '../issuer/ports/store.ts';
import { proofingAt } from '../issuer/proofing/current-proofing.ts';
import { credentialById, holderOf, proofingById } from './found.ts';
import { type AdminRequest, CREDENTIAL_SORTS, HOLDER_SORTS, PROOFING_SORTS } from './issuer-contract.ts';
import { listPage } from './list-page.ts';
import type { AdminOperation } from './operation.ts';
import { period } from './period.ts';
import { credentialView, holderView, proofingView } from './views.ts';

export const listHolders: AdminOperation<'listHolders', 'store'> =
  ({ store }) =>
  async ({ orderBy, ...request }) => {
    const read = (page: Page) => store.read((reader) => reader.listHolders(page));
    const [args, sort] = [{ list: 'holders', orderBy }, sortOf(orderBy, HOLDER_SORTS)];
    const { rows, next } = await listPage(request, args, read, (row) => row.holderId, sort);
    return { holders: rows.map(holderView), ...next };
  };

export const getHolder: AdminOperation<'getHolder', 'store'> =
  ({ store }) =>
  async ({ id }) =>
    holderView(await store.read((reader) => holderOf(reader, id)));

const WITH_DEADLINE: readonly (string | undefined)[] = ['pending', 'challenged'];

/** Rows without a deadline have no place in its order. */
function requireDeadlines({ state, orderBy }: AdminRequest<'listProofings'>): void {
  if (!orderBy?.startsWith('deadlineTime') || WITH_DEADLINE.includes(state)) return;
  const description = 'by deadlineTime needs the state pending or challenged';
  throw invalidArgument('ORDER_INVALID', `orderBy ${description}`, [{ field: 'orderBy', description }]);
}

export const listProofings: AdminOperation<'listProofings', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ pageSize, pageToken, ...wanted }) => {
    const now = clock();
    const { startTime, endTime, orderBy, ...equal } = wanted;
    requireDeadlines(wanted);
    const filter = { now, ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listProofings(page, filter));
    const [args, sort] = [{ list: 'proofings', ...wanted }, sortOf(orderBy, PROOFING_SORTS)];
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.proofingId, sort);
    return { proofings: rows.map((row) => proofingView(proofingAt(row, now))), ...next };
  };

export const getProofing: AdminOperation<'getProofing', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ id }) =>
    proofingView(proofingAt(await store.read((reader) => proofingById(reader, id)), clock()));

export const listCredentials: AdminOperation<'listCredentials', 'store' | 'clock'> =
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

export const getCredential: AdminOperation<'getCredential', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ id }) =>
    credentialView(credentialAt(await store.read((reader) => credentialById(reader, id)), clock()));
