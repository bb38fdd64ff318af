import { isoTime } from '../../conventions/json-schema.ts';
import { pageCursor, pageSizeOf, pageToken, refusedPageToken } from '../../conventions/page.ts';
import { daysSilent } from '../../issuer/proofing/device-limit.ts';
import { DEVICE_METHODS, type SilentDevice } from '../contract/devices/methods.ts';
import { PAGE_SIZES } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';

const ARGUMENTS = { list: 'silentDevices' };

function afterOf(token: string | undefined): string | undefined {
  const cursor = pageCursor(token, ARGUMENTS);
  if (cursor && cursor[0] === undefined) throw refusedPageToken();
  return cursor?.[0];
}

/** Credentials that one read looks at, and reads of one answer: most credentials are of devices that are not silent. */
const PER_READ = 1000;
const READS = 20;

export const listSilentDevices = operation(DEVICE_METHODS.listSilentDevices, {
  needs: issuer,
  async run({ store, clock, policy }, request) {
    const now = clock();
    const size = pageSizeOf(request.pageSize, PAGE_SIZES);
    const devices: SilentDevice[] = [];
    let after = afterOf(request.pageToken);
    for (let reads = 0; reads < READS && devices.length < size; reads += 1) {
      const rows = { limit: PER_READ, ...(after !== undefined && { after }) };
      const looked = await store.read((reader) => reader.lastChangesOfCredentials(rows));
      for (const { credentialId, deviceReferenceId: id, holderId, ...last } of looked) {
        if (devices.length === size) break;
        after = credentialId;
        const silentDays = last.isLive ? daysSilent(last, policy, now) : undefined;
        if (silentDays === undefined) continue;
        devices.push({ id, credentialId, holderId, lastTime: isoTime(last.updatedAt), silentDays });
      }
      if (looked.length < PER_READ && devices.length < size) return { devices };
    }
    return { devices, ...(after !== undefined && { nextPageToken: pageToken([after], ARGUMENTS) }) };
  },
});
