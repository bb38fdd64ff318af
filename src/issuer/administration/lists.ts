import { listed } from '../../conventions/admin/index.ts';
import { credentialAt } from '../credential/settle.ts';
import type { Page } from '../ports/store.ts';
import { proofingAt } from '../proofing/settle.ts';
import { credentialById, holderOf, proofingById } from './found.ts';
import type { AdminOperation } from './operation.ts';
import { period } from './period.ts';
import { credentialView, holderView, proofingView } from './views.ts';

export const listHolders: AdminOperation<'listHolders', 'store'> =
  ({ store }) =>
  async (request) => {
    const read = (page: Page) => store.read((reader) => reader.listHolders(page));
    const { rows, next } = await listed(request, { list: 'holders' }, read, (row) => row.holderId);
    return { holders: rows.map(holderView), ...next };
  };

export const getHolder: AdminOperation<'getHolder', 'store'> =
  ({ store }) =>
  async ({ id }) =>
    holderView(await store.read((reader) => holderOf(reader, id)));

export const listProofings: AdminOperation<'listProofings', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ pageSize, pageToken, ...wanted }) => {
    const now = clock();
    const { startTime, endTime, ...equal } = wanted;
    const filter = { now, ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listProofings(page, filter));
    const args = { list: 'proofings', ...wanted };
    const { rows, next } = await listed({ pageSize, pageToken }, args, read, (row) => row.proofingId);
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
    const { startTime, endTime, ...equal } = wanted;
    const filter = { now, ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listCredentials(page, filter));
    const args = { list: 'credentials', ...wanted };
    const { rows, next } = await listed({ pageSize, pageToken }, args, read, (row) => row.credentialId);
    return { credentials: rows.map((row) => credentialView(credentialAt(row, now))), ...next };
  };

export const getCredential: AdminOperation<'getCredential', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ id }) =>
    credentialView(credentialAt(await store.read((reader) => credentialById(reader, id)), clock()));
