import type { Kysely, Selectable } from 'kysely';
import type { CredentialFilter, Page, ProofingFilter } from '../../issuer/ports/trail.ts';
import type { Schema } from '../schema/index.ts';

/** Tables of rows that a passed deadline brings into another state, whether a sweep has seen it or not. */
const TABLES = {
  proofing: { id: 'proofing_id', passed: 'expired' },
  credential: { id: 'credential_id', passed: 'revoked' },
} as const;

type Listed = keyof typeof TABLES;

/** All columns that are named here are in both tables; the types are those of one of them. */
function namesOf(listed: Listed) {
  const { id, passed } = TABLES[listed];
  return { table: listed as 'credential', id: id as 'credential_id', passed };
}

function withoutState(db: Kysely<Schema>, listed: Listed, after: string, filter: CredentialFilter) {
  const { table, id } = namesOf(listed);
  const { holderId, deviceReferenceId, from, before } = filter;
  return db
    .selectFrom(table)
    .selectAll()
    .where(id, '>', after)
    .$if(holderId !== undefined, (query) => query.where('holder_id', '=', holderId as string))
    .$if(deviceReferenceId !== undefined, (query) =>
      query.where('device_reference_id', '=', deviceReferenceId as string),
    )
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from as number))
    .$if(before !== undefined, (query) => query.where('created_at', '<', before as number));
}

function query(
  db: Kysely<Schema>,
  listed: Listed,
  { limit, after = '' }: Page,
  filter: CredentialFilter | ProofingFilter,
) {
  const { table, id, passed } = namesOf(listed);
  const { state, now } = filter as CredentialFilter;
  const all = withoutState(db, listed, after, filter as CredentialFilter);
  if (state === undefined) return all.orderBy(id).limit(limit);
  const written = all.where('state', '=', state);
  if (state !== passed) {
    return written
      .where(({ eb, or }) => or([eb('deadline_at', 'is', null), eb('deadline_at', '>', now)]))
      .orderBy(id)
      .limit(limit);
  }
  // Each by its own index: with "or", rows are looked at one by one until the page is full.
  const due = db.selectFrom(table).select(id).where('deadline_at', '<=', now);
  const unswept = all.where('state', '<>', state).where(id, 'in', due);
  return db
    .selectFrom(written.orderBy(id).limit(limit).as('written'))
    .selectAll()
    .unionAll(db.selectFrom(unswept.orderBy(id).limit(limit).as('unswept')).selectAll())
    .orderBy(id)
    .limit(limit);
}

/** In the order of ids; deadlines that have passed count, whether they were written down or not. */
export async function listWithDeadlines<Table extends Listed>(
  db: Kysely<Schema>,
  table: Table,
  page: Page,
  filter: CredentialFilter | ProofingFilter,
): Promise<readonly Selectable<Schema[Table]>[]> {
  return (await query(db, table, page, filter).execute()) as unknown as Selectable<Schema[Table]>[];
}
