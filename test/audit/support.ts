import { expect } from 'vitest';
import { TABLES } from '../../src/storage/schema/index.ts';
import { dump, rows } from '../support/database.ts';
import type { World } from '../support/world.ts';

/**
 * Methods that need another system, a lost key or a second person. `connected-changes.test.ts` calls them.
 */
export const CONNECTED = [
  'importKey',
  'resetSeals',
  'refreshHolder',
  'replayNotification',
  'replayNotifications',
  'approveApproval',
  'refuseApproval',
] as const;

/**
 * Tables whose changes need no entries: requests, statistics, and protocol state that expires (docs/adr/0041).
 */
const NOT_LOGGED = [
  'anchor_place',
  'seal_time_stamp',
  'code_attempt',
  'handled_request',
  'request_count',
  'clock_sight',
  'retention_purge',
  'oauth_artifact',
  'sign_in_attempt',
  ...TABLES.filter((table) => table.startsWith('statistics_')),
];
const LOG = 'state_change';

const loggedRows = (world: World) =>
  dump(world).filter((line) => !NOT_LOGGED.some((table) => line.startsWith(`${table}: `)));

/**
 * Runs the work and returns its entries in the audit log. Expects that no logged table changes without an entry.
 */
export async function entriesOf(world: World, work: () => Promise<unknown>): Promise<readonly string[]> {
  const isEntry = (line: string) => line.startsWith(`${LOG}: `);
  const [before, count] = [loggedRows(world), rows(world, `select 1 from ${LOG}`).length];
  await work();
  const after = loggedRows(world);
  const sql = `select subject, event from ${LOG} order by change_id`;
  const entries = rows(world, sql).slice(count);
  if (entries.length === 0) expect(after).toEqual(before);
  expect(after.filter(isEntry)).toHaveLength(before.filter(isEntry).length + entries.length);
  return entries.map(({ subject, event }) => `${subject} ${event}`);
}
