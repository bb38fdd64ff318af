import { credentialAt } from '../credential/settle.ts';
import { proofingAt } from '../proofing/settle.ts';
import { credentialById, holderOf, proofingById } from './found.ts';
import type { AdminOperation } from './operation.ts';
import { pageOf, split } from './paging.ts';
import { credentialView, holderView, proofingView } from './views.ts';

export const listHolders: AdminOperation<'listHolders', 'store'> =
  ({ store }) =>
  async (request) => {
    const page = pageOf(request);
    const { rows, next } = split(await store.read((r) => r.listHolders(page)), page, (row) => row.holderId);
    return { holders: rows.map(holderView), ...next };
  };

export const getHolder: AdminOperation<'getHolder', 'store'> =
  ({ store }) =>
  async ({ id }) =>
    holderView(await store.read((reader) => holderOf(reader, id)));

export const listProofings: AdminOperation<'listProofings', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const page = pageOf(request);
    const { rows, next } = split(
      await store.read((r) => r.listProofings(page)),
      page,
      (row) => row.proofingId,
    );
    return { proofings: rows.map((row) => proofingView(proofingAt(row, clock()))), ...next };
  };

export const getProofing: AdminOperation<'getProofing', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ id }) =>
    proofingView(proofingAt(await store.read((reader) => proofingById(reader, id)), clock()));

export const listCredentials: AdminOperation<'listCredentials', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const page = pageOf(request);
    const list = await store.read((reader) => reader.listCredentials(page));
    const { rows, next } = split(list, page, (row) => row.credentialId);
    return { credentials: rows.map((row) => credentialView(credentialAt(row, clock()))), ...next };
  };

export const getCredential: AdminOperation<'getCredential', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ id }) =>
    credentialView(credentialAt(await store.read((reader) => credentialById(reader, id)), clock()));
