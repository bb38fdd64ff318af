import { type Kysely, sql } from 'kysely';
import type { AuditEntry, Subject } from '../../audit/entry.ts';
import type {
  BaselineReader,
  BaselineWriter,
  EntryFilter,
  LogReader,
  LogWriter,
} from '../../audit/ports/log.ts';
import type { Rows } from '../../conventions/order-by.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { behind, inOrder, lightest } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows } from '../statements.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { openNotes, sealedNote } from './notes.ts';
import { fromEntry, toEntry } from './rows.ts';
import { entriesBy, type Narrowed, unindexed } from './unindexed.ts';

const SALT_BYTES = 16;

/** The columns of a row. All rows of one statement must have the same columns. */
const shapeOf = (row: object): string => Object.keys(row).join();

/**
 * The only code that writes entries. `newId` returns ids that sort by time; `random` makes the salts of notes.
 * `epochs` are the keys that encrypt notes about holders; without them, entries have no such notes.
 */
export function logWriter(
  db: Kysely<Schema>,
  newId: () => string,
  random: (target: Uint8Array) => Uint8Array,
  epochs?: HolderEpochs,
): LogWriter {
  const rowOf = async (entry: AuditEntry) => {
    const changeId = newId();
    if (entry.note === undefined) return fromEntry(changeId, entry);
    const salt = random(new Uint8Array(SALT_BYTES));
    const sealed = epochs && (await sealedNote(db, epochs, entry, { changeId, salt }));
    return { ...fromEntry(changeId, entry, salt), ...sealed };
  };
  return {
    async record(...entries: readonly AuditEntry[]) {
      const column = await unindexed(db, entries.length);
      const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
      for (const entry of entries) rows.push({ ...(await rowOf(entry)), ...column });
      let first = 0;
      for (const [index, row] of rows.entries()) {
        const next = rows[index + 1];
        if (next && shapeOf(next) === shapeOf(row)) continue;
        await insertRows(db, 'state_change', rows.slice(first, index + 1));
        first = index + 1;
      }
    },
  };
}

export const DETAILS_WEIGHT = sql<number>`coalesce(octet_length(details), details_length, 0)`.as('weight');

/** The columns of an entry without its details, which can be large. */
const BASIC = [
  'change_id',
  'subject',
  'subject_id',
  'event',
  'actor',
  'request_id',
  'operator_id',
  'approver_id',
  'at',
  'from_state',
  'to_state',
  'reason',
  'note',
  'note_sealed',
  'concerns',
  'publisher_id',
  'method',
] as const;

/** Filters that compare one column. */
const COLUMNS = {
  subject: 'subject',
  subjectId: 'subject_id',
  event: 'event',
  publisherId: 'publisher_id',
  authorId: 'operator_id',
  requestId: 'request_id',
  method: 'method',
} as const satisfies Partial<Record<keyof EntryFilter, string>>;

/** The entries with these values in columns that have an index, or that are read in addition. */
function matching(filter: EntryFilter): Narrowed {
  const { operatorId, callerId } = filter;
  return (all) => {
    let query = all;
    for (const [name, column] of Object.entries(COLUMNS)) {
      const wanted = filter[name as keyof typeof COLUMNS];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    if (operatorId !== undefined)
      query = query.where('operator_id', '=', operatorId).where('actor', '=', 'operator');
    if (callerId !== undefined)
      query = query.where('operator_id', '=', callerId).where('actor', '!=', 'operator');
    return query;
  };
}

/** Without one of these filters, entries are read in the order of their ids. */
const INDEXED = ['subject', 'publisherId', 'authorId', 'requestId', 'operatorId', 'callerId'] as const;

function entries(db: Kysely<Schema>, page: Rows, filter: EntryFilter) {
  const { from, before } = filter;
  const narrow: Narrowed = (all) => {
    let query = behind(matching(filter)(all), 'change_id', page);
    // An entry is written after its time, so its id cannot be smaller than the id for that time.
    if (from !== undefined) query = query.where('change_id', '>=', timePrefix(from)).where('at', '>=', from);
    if (before !== undefined) query = query.where('at', '<', before);
    return inOrder(query, 'change_id', page);
  };
  const byIndex = INDEXED.some((name) => filter[name] !== undefined);
  return byIndex
    ? inOrder(entriesBy(db, narrow), 'change_id', page)
    : (narrow(db.selectFrom('state_change')) as ReturnType<typeof entriesBy>);
}

export async function lastChange(
  db: Kysely<Schema>,
  subject: Subject,
  id: string,
  until: number,
): Promise<AuditEntry | undefined> {
  const last: Narrowed = (query) =>
    query
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('at', '<=', until)
      .where(({ eb, or }) => or([eb('to_state', 'is not', null), eb('event', '=', 'register')]))
      .orderBy('change_id', 'desc')
      .limit(1);
  const query = entriesBy(db, last).selectAll().orderBy('change_id', 'desc').limit(1);
  const row = await query.executeTakeFirst();
  return row && toEntry(row);
}

/** `db` may be a replica that lags behind. Without `epochs`, encrypted notes are left out. */
export function logReader(db: Kysely<Schema>, epochs?: HolderEpochs): LogReader {
  return {
    async listEntries(page, filter, view) {
      const query = entries(db, page, filter);
      if (view === 'basic')
        return (await openNotes(db, epochs, await query.select(BASIC).execute())).map(toEntry);
      const weights = await query.select(DETAILS_WEIGHT).execute();
      const rows = await query.selectAll().limit(lightest(weights)).execute();
      return (await openNotes(db, epochs, rows)).map(toEntry);
    },
    lastChange: (subject, id, until) => lastChange(db, subject, id, until),
  };
}

/** The table has one row. */
const ROW = 'last';

export function baselineReader(db: Kysely<Schema>): BaselineReader {
  return {
    async baseline() {
      const row = await db.selectFrom('configuration_baseline').selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const members = JSON.parse(row.content) as Record<string, string>;
      return { digest: row.digest, members, startedAt: row.started_at };
    },
  };
}

export function baselineWriter(db: Kysely<Schema>): BaselineWriter {
  return {
    async saveBaseline({ digest, members, startedAt }) {
      const set = { digest, content: JSON.stringify(members), started_at: startedAt };
      const query = db.insertInto('configuration_baseline').values({ baseline_id: ROW, ...set });
      await query.onConflict((conflict) => conflict.column('baseline_id').doUpdateSet(set)).execute();
    },
  };
}
