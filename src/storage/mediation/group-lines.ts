import { type Kysely, SqliteAdapter, sql } from 'kysely';
import { ConflictError } from '../../conventions/errors.ts';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, prepared } from '../statements.ts';
import type { GroupTerms } from './group-terms.ts';
import { inChunks } from './page-rows.ts';

type Lines = MediationGroup['lines'];

/**
 * On SQLite, ids of lines are terms, which stay when the line is removed. On PostgreSQL they are in mediation_line: its key
 * refuses an id that is taken, and no concurrent transactions fail. Terms that were copied from SQLite stay terms.
 */
const TERM = 'lineId';

interface LineGroup {
  readonly lineId: string;
  readonly groupId: string;
}

/** The groups of these lines, and of lines that were removed. */
export async function lineGroups(
  db: Kysely<Schema>,
  publisherId: string,
  lineIds: readonly string[],
): Promise<readonly LineGroup[]> {
  const terms = (table: 'mediation_group_term' | 'mediation_group_new_term', part: readonly string[]) =>
    db
      .selectFrom(table)
      .select(['value as line_id', 'group_id'])
      .where('publisher_id', '=', publisherId)
      .where('term', '=', TERM)
      .where('value', 'in', part);
  const lines = db.selectFrom('mediation_line').select(['line_id', 'group_id']);
  const rows = await inChunks(lineIds, (part) =>
    lines
      .where('publisher_id', '=', publisherId)
      .where('line_id', 'in', part)
      .unionAll(terms('mediation_group_term', part))
      .unionAll(terms('mediation_group_new_term', part))
      .execute(),
  );
  return rows.map(({ line_id: lineId, group_id: groupId }) => ({ lineId, groupId }));
}

/** One of these ids that is taken, on SQLite. `ids` is a JSON array. */
const oneTaken = prepared(
  (_, { publisherId, ids }: { readonly publisherId: string; readonly ids: string }) => {
    const wanted = sql`(select value from json_each(${ids}))`;
    const terms = (table: 'mediation_group_term' | 'mediation_group_new_term') =>
      sql`select value from ${sql.table(table)}
      where term = ${sql.lit(TERM)} and publisher_id = ${publisherId} and value in ${wanted}`;
    return sql<{ readonly value: string }>`
    ${terms('mediation_group_term')} union all ${terms('mediation_group_new_term')} limit 1`;
  },
);

/** Writes the ids of new lines. @throws ConflictError if a line of the publisher has or had one of them */
export async function insertLines(
  db: Kysely<Schema>,
  { publisherId, groupId }: MediationGroup,
  lines: Lines,
  terms: GroupTerms,
): Promise<void> {
  if (lines.length === 0) return;
  const of = { publisher_id: publisherId, group_id: groupId };
  const ids = lines.map(({ lineId }) => lineId);
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    await insertRows(
      db,
      'mediation_line',
      ids.map((line_id) => ({ ...of, line_id })),
    );
    return;
  }
  const [taken] = await oneTaken(db, { publisherId, ids: JSON.stringify(ids) });
  if (taken !== undefined || new Set(ids).size < ids.length)
    throw new ConflictError('a line of the publisher has one of the ids already');
  await terms.insert(
    db,
    ids.map((value) => ({ ...of, term: TERM, value })),
  );
}
