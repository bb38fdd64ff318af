import { type Kysely, sql } from 'kysely';
import type { AuditEntry, Subject } from '../../audit/entry.ts';
import type { EntryFilter, LogReader } from '../../audit/ports/log.ts';
import type { Rows } from '../../conventions/order-by.ts';
import { behind, inOrder, lightest } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { toEntry } from './rows.ts';

export const DETAILS_WEIGHT = sql<number>`coalesce(octet_length(details), 0)`.as('weight');

/** Members that are compared as they are, with their columns. */
const COLUMNS = {
  subject: 'subject',
  subjectId: 'subject_id',
  event: 'event',
  publisherId: 'publisher_id',
  requestId: 'request_id',
} as const satisfies Partial<Record<keyof EntryFilter, string>>;

function entries(db: Kysely<Schema>, page: Rows, filter: EntryFilter) {
  const { operatorId, callerId, from, before } = filter;
  let query = behind(db.selectFrom('state_change'), 'change_id', page);
  for (const [name, column] of Object.entries(COLUMNS)) {
    const wanted = filter[name as keyof typeof COLUMNS];
    if (wanted !== undefined) query = query.where(column, '=', wanted);
  }
  if (operatorId !== undefined)
    query = query.where('operator_id', '=', operatorId).where('actor', '=', 'operator');
  if (callerId !== undefined)
    query = query.where('operator_id', '=', callerId).where('actor', '!=', 'operator');
  // An entry is written after its time, so its id is not smaller.
  if (from !== undefined) query = query.where('change_id', '>=', timePrefix(from)).where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  return inOrder(query, 'change_id', page);
}

export async function lastChange(
  db: Kysely<Schema>,
  subject: Subject,
  id: string,
  until: number,
): Promise<AuditEntry | undefined> {
  const row = await db
    .selectFrom('state_change')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('at', '<=', until)
    .where(({ eb, or }) => or([eb('to_state', 'is not', null), eb('event', '=', 'register')]))
    .orderBy('change_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toEntry(row);
}

/** `db` may be a copy that lags behind. */
export function logReader(db: Kysely<Schema>): LogReader {
  return {
    async listEntries(page, filter) {
      const query = entries(db, page, filter);
      const weights = await query.select(DETAILS_WEIGHT).execute();
      return (await query.selectAll().limit(lightest(weights)).execute()).map(toEntry);
    },
    lastChange: (subject, id, until) => lastChange(db, subject, id, until),
  };
}
