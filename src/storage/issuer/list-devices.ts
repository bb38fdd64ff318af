import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DeviceState, ListedDevice, Page } from '../../issuer/ports/lists.ts';
import { afterCursor, type BoundedPage, fewOf, inOrder, inStepsOf, source } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { toDevice } from './rows.ts';

const ID = 'device_reference_id';

/** Not `= 0`: SQLite would sort the rows that the index has in order. */
const IN_STATE = {
  registered: sql<SqlBool>`registered_at > 0`,
  unregistered: sql<SqlBool>`registered_at <= 0`,
} as const satisfies Readonly<Record<DeviceState, unknown>>;

export async function listDevices(
  db: Kysely<Schema>,
  page: Page,
  state: DeviceState | undefined,
): Promise<readonly ListedDevice[]> {
  const candidates = db.selectFrom('device');
  const read = async (part: BoundedPage) => {
    const all = afterCursor(source(db, 'device', part).selectAll(), ID, part);
    const wanted = all.$if(state !== undefined, (every) => every.where(IN_STATE[state!]));
    return { rows: await inOrder(wanted, ID, part).execute(), isCut: false };
  };
  const { idPrefix, sort } = page;
  const isExact = sort?.by === 'registeredAt' ? idPrefix === undefined : state === undefined;
  const few =
    isExact || idPrefix === undefined
      ? undefined
      : await fewOf(afterCursor(candidates, ID, { limit: 0, idPrefix }));
  const rows =
    isExact || few
      ? (await read({ ...page, window: few })).rows
      : await inStepsOf({ candidates, id: ID, page, read });
  return rows.map((row) => ({ ...toDevice(row), registeredAt: row.registered_at ?? 0 }));
}
