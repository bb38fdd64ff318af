import { type Kysely, sql } from 'kysely';
import type { AuditEntry, LoggedEntry, Subject } from '../../audit/entry.ts';
import { OUTCOMES } from '../../audit/outcomes.ts';
import type {
  BaselineReader,
  BaselineWriter,
  EntryFilter,
  LogReader,
  LogWriter,
} from '../../audit/ports/log.ts';
import type { RandomFill } from '../../conventions/random-text.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import {
  afterCursor,
  type BoundedPage,
  countThatFits,
  inOrder,
  inStepsOf,
  type Step,
  source,
} from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows } from '../statements.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { entriesAmong } from './entries-among.ts';
import { openTexts, textColumns } from './erasable-texts.ts';
import { fromEntry, toEntry } from './rows.ts';
import { entriesBy, indexedEntries, type Narrowed, unindexed } from './unindexed-entries.ts';

/** The columns of a row. All rows of one statement must have the same columns. */
const shapeOf = (row: object): string => Object.keys(row).join();

/**
 * The only code that writes entries. `newId` returns ids that sort by time; `random` makes the salts of texts.
 * `epochs` are the keys that encrypt texts about holders.
 */
export function logWriter(
  db: Kysely<Schema>,
  newId: () => string,
  random: RandomFill,
  epochs?: HolderEpochs,
): LogWriter {
  const rowOf = async (entry: AuditEntry) => {
    const changeId = newId();
    return { ...fromEntry(changeId, entry), ...(await textColumns(db, epochs, entry, { changeId, random })) };
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
  'message',
  'message_sealed',
  'concerns',
  'publisher_id',
  'method',
] as const;

/** Filters that compare one column. */
const COLUMNS = {
  subject: 'subject',
  subjectId: 'subject_id',
  publisherId: 'publisher_id',
  authorId: 'operator_id',
  requestId: 'request_id',
  method: 'method',
} as const satisfies Partial<Record<keyof EntryFilter, string>>;

type Condition = readonly [name: keyof EntryFilter, narrow: Narrowed];

/** Entries of an event, and of others that led to the same state. */
const hasOutcome =
  (wanted: NonNullable<EntryFilter['event']>): Narrowed =>
  (all) =>
    all.where(({ eb, and, or }) => {
      const others = (Object.entries(OUTCOMES) as [Subject, object][]).flatMap(([subject, events]) =>
        Object.entries(events).flatMap(([state, event]) => (event === wanted ? [{ subject, state }] : [])),
      );
      const ofOther = others.map(({ subject, state }) =>
        and([
          eb('subject', '=', subject),
          eb('to_state', '=', state),
          // A state that lasts is no outcome.
          or([eb('from_state', 'is', null), eb('from_state', '!=', state)]),
        ]),
      );
      return or([eb('event', '=', wanted), ...ofOther]);
    });

/** The conditions of a filter. Times are left out. */
function conditionsOf(filter: EntryFilter): readonly Condition[] {
  const { event, operatorId, callerId } = filter;
  const conditions = Object.entries(COLUMNS).flatMap(([name, column]): readonly Condition[] => {
    const wanted = filter[name as keyof typeof COLUMNS];
    return wanted === undefined ? [] : [[name as keyof EntryFilter, (all) => all.where(column, '=', wanted)]];
  });
  const by =
    (id: string, operator: '=' | '!='): Narrowed =>
    (all) =>
      all.where('operator_id', '=', id).where('actor', operator, 'operator');
  return [
    ...conditions,
    ...(event === undefined ? [] : [['event', hasOutcome(event)] as const]),
    ...(operatorId === undefined ? [] : [['operatorId', by(operatorId, '=')] as const]),
    ...(callerId === undefined ? [] : [['callerId', by(callerId, '!=')] as const]),
  ];
}

/** Filters that an index finds in the order of ids. The first one that is wholly given is used. */
const INDEXED: readonly (readonly (keyof EntryFilter)[])[] = [
  ['requestId'],
  ['subject', 'subjectId'],
  ['authorId'],
  ['operatorId'],
  ['callerId'],
  ['publisherId'],
];

interface Selected {
  /** Whether an index finds the candidates. */
  readonly byIndex: boolean;
  /** The entries that are looked at. */
  readonly candidates: Narrowed;
  /** Those of them that match all filters. */
  readonly matching: Narrowed;
  /** Whether all candidates match. */
  readonly isExact: boolean;
}

function selected(filter: EntryFilter): Selected {
  const { from, before } = filter;
  const conditions = conditionsOf(filter);
  const driver = INDEXED.find((names) => names.every((name) => filter[name] !== undefined)) ?? [];
  const drives = ([name]: Condition) => driver.includes(name);
  const all =
    (some: readonly Condition[]): Narrowed =>
    (query) =>
      some.reduce((part, [, narrow]) => narrow(part), query);
  const within: Narrowed = (query) => {
    const late = from === undefined ? query : query.where('at', '>=', from);
    return before === undefined ? late : late.where('at', '<', before);
  };
  return {
    byIndex: driver.length > 0,
    candidates: all(conditions.filter(drives)),
    matching: (query) => within(all(conditions)(query)),
    // The actor is compared in addition to the index of authors.
    isExact: before === undefined && conditions.every(drives) && !filter.operatorId && !filter.callerId,
  };
}

/** The entries of a page, or of the part of it up to its last row. */
function entries(db: Kysely<Schema>, page: BoundedPage, { byIndex, matching }: Selected) {
  const narrow: Narrowed = (all) => inOrder(afterCursor(matching(all), 'change_id', page), 'change_id', page);
  if (!byIndex) return narrow(source(db, 'state_change', page)) as ReturnType<typeof entriesBy>;
  const indexed = page.window && source(db, 'state_change', page);
  return inOrder(entriesBy(db, narrow, indexed), 'change_id', page);
}

/** Those of some entries that match. */
const entriesOf = (db: Kysely<Schema>, ids: readonly string[], narrow: Narrowed) =>
  narrow(db.selectFrom('state_change').where('change_id', 'in', ids)) as ReturnType<typeof entriesBy>;

export async function lastChange(
  db: Kysely<Schema>,
  subject: Subject,
  id: string,
  until: number,
  epochs?: HolderEpochs,
): Promise<LoggedEntry | undefined> {
  const last: Narrowed = (query) =>
    query
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('at', '<=', until)
      .where(({ eb, or }) => or([eb('to_state', 'is not', null), eb('event', '=', 'register')]))
      .orderBy('change_id', 'desc')
      .limit(1);
  const query = entriesBy(db, last).selectAll().orderBy('change_id', 'desc').limit(1);
  const [row] = await openTexts(db, epochs, await query.execute());
  return row && toEntry(row);
}

/** `db` may be a replica that lags behind. Without `epochs`, encrypted texts are left out. */
export function logReader(db: Kysely<Schema>, epochs?: HolderEpochs): LogReader {
  return {
    async listEntries(asked, filter, view) {
      const selection = selected(filter);
      const { from, among } = filter;
      // An entry is written after its time, so its id cannot be smaller than the id for that time.
      const page = { ...asked, ...(from !== undefined && { low: timePrefix(from) }) };
      const rowsOf = async (query: ReturnType<typeof entries>): Promise<Step<LoggedEntry>> => {
        if (view === 'basic') {
          const rows = await openTexts(db, epochs, await query.select(BASIC).execute());
          return { rows: rows.map(toEntry), isCut: false };
        }
        const weights = await query.select(DETAILS_WEIGHT).execute();
        const size = countThatFits(weights);
        const rows = await openTexts(db, epochs, await query.selectAll().limit(size).execute());
        return { rows: rows.map(toEntry), isCut: size < weights.length };
      };
      const read = (part: BoundedPage) => rowsOf(entries(db, part, selection));
      if (among) {
        const narrow: Narrowed = (all) => inOrder(selection.matching(all), 'change_id', page);
        return entriesAmong(db, among, page, (ids) => rowsOf(entriesOf(db, ids, narrow)));
      }
      if (selection.isExact) return (await read(page)).rows;
      const all = selection.byIndex ? indexedEntries(db) : db.selectFrom('state_change');
      return inStepsOf({ candidates: selection.candidates(all), id: 'change_id', page, read });
    },
    lastChange: (subject, id, until) => lastChange(db, subject, id, until, epochs),
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
