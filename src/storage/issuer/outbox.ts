import type { Insertable, Kysely, Selectable } from 'kysely';
import { CHANNELS, channelOfDevice } from '../../issuer/credential/channels.ts';
import type {
  NotifiedSubject,
  OutboxEntry,
  OutboxFilter,
  OutboxReader,
  OutboxWriter,
} from '../../issuer/ports/outbox.ts';
import { afterCursor, type BoundedPage, inOrder, inStepsOf, source } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import type { IssuerTables } from '../schema/issuer.ts';

type Row = Selectable<IssuerTables['outbox_entry']>;
type NewRow = Insertable<IssuerTables['outbox_entry']>;

function toEntry(row: Row): OutboxEntry {
  return {
    entryId: row.entry_id,
    revision: row.revision,
    subject: row.subject as NotifiedSubject,
    subjectId: row.subject_id,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    attempts: row.attempts,
    ...(row.next_attempt_at !== null && { nextAttemptAt: row.next_attempt_at }),
    ...(row.fault !== null && { fault: row.fault }),
  };
}

function entries(
  db: Kysely<Schema>,
  { state, subject, subjectId }: OutboxFilter,
  page: Pick<BoundedPage, 'window'> = {},
) {
  return source(db, 'outbox_entry', page)
    .selectAll()
    .$if(state === 'waiting', (query) => query.where('next_attempt_at', 'is not', null))
    .$if(state === 'failed', (query) => query.where('next_attempt_at', 'is', null))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject as string))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId as string));
}

/** Whether the platform tells the wallet. */
async function hearsOfChanges(db: Kysely<Schema>, subject: NotifiedSubject, id: string): Promise<boolean> {
  const devices =
    subject === 'credential'
      ? db.selectFrom('credential').select('device_reference_id').where('credential_id', '=', id)
      : db.selectFrom('proofing').select('device_reference_id').where('proofing_id', '=', id);
  const { device_reference_id: device = '' } = (await devices.executeTakeFirst()) ?? {};
  return CHANNELS[channelOfDevice(device)].hearsOfChanges;
}

/** `replica` is used for lists and may lag behind. */
export function outboxReader(db: Kysely<Schema>, replica: Kysely<Schema>): OutboxReader {
  return {
    async listOutbox({ limit, after }, filter) {
      const page = { limit, ...(after !== undefined && { after }) };
      const read = async (part: BoundedPage) => {
        const query = afterCursor(entries(replica, filter, part), 'entry_id', part);
        return { rows: await inOrder(query, 'entry_id', part).execute(), isCut: false };
      };
      const candidates = replica.selectFrom('outbox_entry');
      return (await inStepsOf({ candidates, id: 'entry_id', page, read })).map(toEntry);
    },
    async outboxEntry(subject, subjectId) {
      const row = await entries(db, { subject, subjectId }).executeTakeFirst();
      return row && toEntry(row);
    },
    async dueOutbox(now, limit) {
      const query = entries(db, {}).where('next_attempt_at', '<=', now);
      return (await query.orderBy('next_attempt_at').limit(limit).execute()).map(toEntry);
    },
    async countOutbox() {
      // By indexes alone: after an outage of the wallet platform there may be a million.
      const all = db.selectFrom('outbox_entry');
      const waiting = all.where('next_attempt_at', 'is not', null);
      const failed = all.where('next_attempt_at', 'is', null);
      const { oldest, ...counts } = await db
        .selectNoFrom(({ fn }) => [
          waiting.select(fn.countAll().as('count')).as('waiting'),
          failed.select(fn.countAll().as('count')).as('failed'),
          // Ids sort by time.
          waiting.select('created_at').orderBy('entry_id').limit(1).as('oldest'),
        ])
        .executeTakeFirstOrThrow();
      return {
        waiting: Number(counts.waiting),
        failed: Number(counts.failed),
        ...(oldest !== null && { oldestAt: Number(oldest) }),
      };
    },
  };
}

/** `newId` returns ids that sort by time. */
export function outboxWriter(db: Kysely<Schema>, newId: () => string): OutboxWriter {
  return {
    async noteChange({ subject, subjectId, at }) {
      if (!(await hearsOfChanges(db, subject, subjectId))) return;
      const fresh = { changed_at: at, attempts: 0, next_attempt_at: at, fault: null };
      const row: NewRow = {
        entry_id: newId(),
        revision: 1,
        subject,
        subject_id: subjectId,
        created_at: at,
        ...fresh,
      };
      await db
        .insertInto('outbox_entry')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['subject', 'subject_id'])
            .doUpdateSet(({ eb }) => ({ ...fresh, revision: eb('outbox_entry.revision', '+', 1) })),
        )
        .execute();
    },
    async updateOutboxEntry({ entryId, revision, attempts, nextAttemptAt, fault }) {
      const set = { attempts, next_attempt_at: nextAttemptAt ?? null, fault: fault ?? null };
      const query = db.updateTable('outbox_entry').set({ ...set, revision: revision + 1 });
      const results = await query.where('entry_id', '=', entryId).where('revision', '=', revision).execute();
      return results[0]?.numUpdatedRows === 1n;
    },
    async deleteOutboxEntry({ entryId, revision }) {
      const query = db.deleteFrom('outbox_entry').where('entry_id', '=', entryId);
      const results = await query.where('revision', '=', revision).execute();
      return results[0]?.numDeletedRows === 1n;
    },
  };
}
