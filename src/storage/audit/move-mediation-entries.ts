import type { Kysely, Selectable } from 'kysely';
import type { AuditEntry } from '../../audit/entry.ts';
import type { LogWriter } from '../../audit/ports/log.ts';
import { auditedResource, changeEntry } from '../../mediation/audit.ts';
import { accountName } from '../../mediation/names.ts';
import type { Database } from '../database.ts';
import { lightest } from '../pages.ts';
import type { AuditTables } from '../schema/audit.ts';
import type { Schema } from '../schema/index.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { logWriter } from './audit-log.ts';

const AT_ONCE = 500;

/** The only change in the old table that operators made. */
const BY_OPERATORS = 'createPublisher';

const details = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as object));

function toEntry(row: Selectable<AuditTables['mediation_audit']>): AuditEntry {
  const { publisher_id: publisherId, request_id: requestId, subject, method, resource, at } = row;
  const [before, after] = [details(row.before), details(row.after)];
  const actor =
    method === BY_OPERATORS
      ? ({ kind: 'operator', requestId, operatorId: subject } as const)
      : ({ kind: 'client', requestId, callerId: subject } as const);
  // Every row names a resource. A row with an unknown resource becomes an entry of its publisher.
  const known = auditedResource(resource) ? resource : accountName(publisherId);
  const change = { resource: known, ...(before && { before }), ...(after && { after }) };
  return changeEntry(change, { actor, publisherId, method, at: Number(at) });
}

/** Moves the oldest rows, as many as fit into one short write. */
async function moveSome(db: Kysely<Schema>, { record }: LogWriter): Promise<void> {
  const oldest = db.selectFrom('mediation_audit').orderBy('entry_id').limit(AT_ONCE);
  const weights = await oldest
    .select(({ fn, eb }) =>
      eb(
        fn.coalesce(fn<number>('octet_length', ['before']), eb.lit(0)),
        '+',
        fn.coalesce(fn<number>('octet_length', ['after']), eb.lit(0)),
      ).as('weight'),
    )
    .execute();
  const rows = await oldest.selectAll().limit(lightest(weights)).execute();
  // Another process has moved the rest.
  if (rows.length === 0) return;
  await record(...rows.map(toEntry));
  const ids = rows.map((row) => row.entry_id);
  await db.deleteFrom('mediation_audit').where('entry_id', 'in', ids).execute();
}

/**
 * Moves the changes of publishers from their old table to the audit log, oldest first, in short writes. They
 * keep their times and get new ids, which sort after all sealed entries (docs/adr/0041).
 */
export async function moveMediationEntries(
  database: Database,
  now: () => number,
  random: (target: Uint8Array) => Uint8Array,
): Promise<void> {
  const newId = idsOf(database, now, random);
  const isThereOne = () => database.reader.selectFrom('mediation_audit').select('entry_id').limit(1);
  while ((await isThereOne().execute()).length > 0)
    await database.write((transaction) => moveSome(transaction, logWriter(transaction, newId, random)));
}
