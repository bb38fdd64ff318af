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
  const { idPrefix, sort } = page;
  const byTime = sort?.by === 'registeredAt';
  // During an upgrade, a server of an earlier version stores NULL for a device that begins to register. NULL has no order.
  const placed = sql<SqlBool>`registered_at is not null`;
  const candidates = db.selectFrom('device').$if(byTime, (all) => all.where(placed));
  const read = async (part: BoundedPage) => {
    const all = afterCursor(source(db, 'device', part).selectAll(), ID, part);
    const wanted = all
      .$if(byTime, (every) => every.where(placed))
      .$if(state !== undefined, (every) => every.where(IN_STATE[state!]));
    return { rows: await inOrder(wanted, ID, part).execute(), isCut: false };
  };
  const isExact = byTime ? idPrefix === undefined : state === undefined;
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
