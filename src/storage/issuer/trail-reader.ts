import type { Kysely } from 'kysely';
import type { StateChange } from '../../issuer/model/index.ts';
import type { HandledRequest } from '../../issuer/ports/requests.ts';
import type { ChangeFilter, Page, TrailReader } from '../../issuer/ports/trail.ts';
import { behind, inOrder } from '../in-order.ts';
import type { Schema } from '../schema/index.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { listWithDeadlines } from './list-with-deadlines.ts';
import { toChange, toCredential, toDevice, toProofing } from './rows.ts';

function changes(db: Kysely<Schema>, page: Page, filter: ChangeFilter) {
  const { subject, subjectId, operatorId, requestId, from, before } = filter;
  const query = behind(db.selectFrom('state_change').selectAll(), 'change_id', page)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject as string))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId as string))
    .$if(operatorId !== undefined, (query) => query.where('operator_id', '=', operatorId as string))
    .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId as string))
    // A change is written down after the time that stands in it, so its id is not smaller.
    .$if(from !== undefined, (query) =>
      query.where('change_id', '>=', timePrefix(from as number)).where('at', '>=', from as number),
    )
    .$if(before !== undefined, (query) => query.where('at', '<', before as number));
  return inOrder(query, 'change_id', page);
}

export async function lastChange(
  db: Kysely<Schema>,
  subject: StateChange['subject'],
  id: string,
  until: number,
): Promise<StateChange | undefined> {
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
  return row && toChange(row);
}

/** What operators look at. */
export function trailReader(db: Kysely<Schema>): TrailReader {
  return {
    async listDevices({ limit, after = '' }) {
      const query = db.selectFrom('device').selectAll().where('device_reference_id', '>', after);
      return (await query.orderBy('device_reference_id').limit(limit).execute()).map(toDevice);
    },
    listProofings: async (page, filter) =>
      (await listWithDeadlines(db, 'proofing', page, filter)).map(toProofing),
    listCredentials: async (page, filter) =>
      (await listWithDeadlines(db, 'credential', page, filter)).map(toCredential),
    async listChanges(page, filter) {
      const rows = await changes(db, page, filter).execute();
      return rows.map((row) => ({ changeId: row.change_id, ...toChange(row) }));
    },
    lastChange: (subject, id, until) => lastChange(db, subject, id, until),
    async requests(id, limit) {
      const query = db.selectFrom('handled_request').selectAll();
      const rows = await query
        .where(({ eb, or }) => or([eb('request_id', '=', id), eb('error_id', '=', id)]))
        .orderBy('entry_id')
        .limit(limit)
        .execute();
      return rows.map(({ content }) => JSON.parse(content) as HandledRequest);
    },
  };
}
