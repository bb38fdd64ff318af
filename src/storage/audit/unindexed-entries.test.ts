import { beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../../test/support/database-of.ts';
import { planOf } from '../../../test/support/query-plan.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import type { EntryFilter } from '../../audit/ports/log.ts';
import type { Database } from '../database.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { logReader, logWriter } from './audit-log.ts';

/** More than are indexed at once, and some more. */
const ENTRIES = 205;
const PAGE = 30;

let database: Database;
useTestDatabase('file', (opened) => {
  database = opened;
});

const PUBLISHER = 'pub-1111111111111111';

/** Two groups in turns. */
const entryOf = (number: number): AuditEntry =>
  ({
    subject: 'mediationGroup',
    subjectId: `accounts/${PUBLISHER}/mediationGroups/${number % 2}`,
    event: 'update',
    actor: { kind: 'client', requestId: `request-${number % 2}`, callerId: `caller-${number % 2}` },
    publisherId: PUBLISHER,
    at: number,
  }) as AuditEntry;

const FILTERS: readonly (readonly [string, EntryFilter, number])[] = [
  ['state_change_by_publisher_id', { publisherId: PUBLISHER }, ENTRIES],
  ['state_change_subject', { subject: 'mediationGroup', subjectId: entryOf(1).subjectId }, 102],
  ['state_change_by_request_id', { requestId: 'request-0' }, 103],
  ['state_change_by_operator_id', { authorId: 'caller-1' }, 102],
  ['state_change_by_operator_id', { callerId: 'caller-0' }, 103],
];

/** All entries that meet the filter, page by page. */
async function listed(filter: EntryFilter, descending: boolean): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = {
      limit: PAGE,
      sort: { by: 'id', descending },
      ...(after !== undefined && { after }),
    } as const;
    const rows = await logReader(database.reader).listEntries(page, filter);
    ids.push(...rows.map(({ changeId }) => changeId));
    if (rows.length < PAGE) return ids;
  }
}

describe('Entries of the audit log that the indexes do not have yet', () => {
  beforeAll(async () => {
    const newId = idsOf(
      database,
      () => 1,
      (target) => target,
    );
    for (let number = 0; number < ENTRIES; number++)
      await database.write((db) => logWriter(db, newId, (target) => target).record(entryOf(number)));
  });

  it('on SQLite, some entries are in the indexes and the newest are not; on PostgreSQL, all are', async () => {
    const query = database.reader.selectFrom('state_change').where('unindexed', 'is not', null);
    const count = (await query.select('change_id').execute()).length;
    expect(count).toBe(DATABASE === 'postgres' ? 0 : ENTRIES % 80);
  });

  it.each(FILTERS)('%s: %j finds both, each once, in either direction', async (_, filter, count) => {
    const ids = await listed(filter, false);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual(ids.toSorted());
    expect(await listed(filter, true)).toEqual(ids.toReversed());
  });

  it.each(FILTERS)('%s is used for %j', async (index, filter) => {
    const page = { limit: PAGE, sort: { by: 'id', descending: true } } as const;
    const plan = await planOf(database, (db) => logReader(db).listEntries(page, filter, 'basic'));
    expect(plan).toMatch(new RegExp(`INDEX ${index} \\(|Scan.* using ${index} `, 'u'));
    expect(plan).toMatch(/INDEX state_change_unindexed|using state_change_unindexed/);
  });

  it('the last change of a subject is found among them', async () => {
    const last = entryOf(ENTRIES - 1);
    await database.write((db) =>
      logWriter(
        db,
        idsOf(
          database,
          () => 1,
          (target) => target,
        ),
        (target) => target,
      ).record({
        ...last,
        to: 'ENABLED',
        at: ENTRIES,
      } as AuditEntry),
    );
    const found = await logReader(database.reader).lastChange(last.subject, last.subjectId, ENTRIES);
    expect(found?.at).toBe(ENTRIES);
  });
});
