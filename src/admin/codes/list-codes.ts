import { sortOf } from '../../conventions/order-by.ts';
import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { codeView } from './code.ts';
import { CODE_SORTS } from './contract.ts';

export const listCodes: AdminOperation<'listCodes', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  async ({ holderId, orderBy, ...request }) => {
    const read = (page: Page) => store.read((reader) => reader.listCodes(page, holderId));
    const [args, sort] = [{ list: 'codes', holderId, orderBy }, sortOf(orderBy, CODE_SORTS)];
    const { rows, next } = await listPage(request, args, read, (row) => row.codeId, sort);
    return { codes: rows.map((row) => codeView(row, clock())), ...next };
  };
