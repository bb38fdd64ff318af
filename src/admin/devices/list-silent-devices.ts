import { isoTime } from '../../conventions/json-schema.ts';
import { pageCursor, pageSizeOf, pageToken, refusedPageToken } from '../../conventions/page.ts';
import { daysSilent } from '../../issuer/proofing/devices.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { PAGE_SIZES } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';

const ARGUMENTS = { list: 'silentDevices' };

function afterOf(token: string | undefined): string | undefined {
  const cursor = pageCursor(token, ARGUMENTS);
  if (cursor && cursor[0] === undefined) throw refusedPageToken();
  return cursor?.[0];
}

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>;

export const listSilentDevices: AdminOperation<'listSilentDevices', Deps> =
  ({ store, clock, policy }) =>
  async (request) => {
    const now = clock();
    const after = afterOf(request.pageToken);
    // One answer looks at so many credentials; the next page goes on behind them.
    const limit = pageSizeOf(request.pageSize, PAGE_SIZES);
    const rows = { limit, ...(after !== undefined && { after }) };
    const looked = await store.read((reader) => reader.lastChangesOfCredentials(rows));
    const devices = looked.flatMap(({ credentialId, deviceReferenceId: id, holderId, ...last }) => {
      const silentDays = last.isLive ? daysSilent(last, policy, now) : undefined;
      if (silentDays === undefined) return [];
      return [{ id, credentialId, holderId, lastTime: isoTime(last.updatedAt), silentDays }];
    });
    const end = looked.length < limit ? undefined : looked.at(-1)?.credentialId;
    return { devices, ...(end !== undefined && { nextPageToken: pageToken([end], ARGUMENTS) }) };
  };
