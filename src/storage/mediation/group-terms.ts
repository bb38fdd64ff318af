import { type Kysely, sql } from 'kysely';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows } from '../statements.ts';
import { termRows } from './group-rows.ts';
import type { NewRow } from './rows.ts';

/**
 * About 55 groups. Lists by a filter, and new lines, read all new terms of the publisher, about 0.1 ms. A larger
 * number writes fewer pages for each group.
 */
const MOST_NEW_TERMS = 1024;

type TermRow = NewRow<'mediation_group_term'>;

/** Writes the terms by which filters find groups. */
export interface GroupTerms {
  insert(db: Kysely<Schema>, rows: readonly TermRow[]): Promise<void>;
  replace(db: Kysely<Schema>, before: MediationGroup, after: MediationGroup): Promise<void>;
}

const keyOf = ({ term, value }: TermRow) => `${term} ${value}`;
const keysOf = (rows: readonly TermRow[]) => new Set(rows.map(keyOf));

async function remove(db: Kysely<Schema>, row: TermRow): Promise<void> {
  for (const table of ['mediation_group_new_term', 'mediation_group_term'] as const) {
    await db
      .deleteFrom(table)
      .where('publisher_id', '=', row.publisher_id)
      .where('group_id', '=', row.group_id)
      .where('term', '=', row.term)
      .where('value', '=', row.value)
      .execute();
  }
}

/** Moves new terms to the index, those of other processes too. */
async function moveAll(db: Kysely<Schema>): Promise<void> {
  await sql`insert into mediation_group_term (publisher_id, group_id, term, value)
    select publisher_id, group_id, term, value from mediation_group_new_term`.execute(db);
  await db.deleteFrom('mediation_group_new_term').execute();
}

export function groupTerms(): GroupTerms {
  /** Counts the rows of this process since it last moved all. Its first write moves those of earlier ones. */
  let unindexed: number | undefined;

  async function index(db: Kysely<Schema>): Promise<void> {
    await moveAll(db);
    unindexed = 0;
  }

  async function insert(db: Kysely<Schema>, rows: readonly TermRow[]): Promise<void> {
    if (unindexed === undefined || unindexed >= MOST_NEW_TERMS) await index(db);
    await insertRows(db, 'mediation_group_new_term', rows);
    unindexed = (unindexed ?? 0) + rows.length;
  }

  return {
    insert,
    async replace(db, before, after) {
      const [was, is] = [termRows(before), termRows(after)];
      const [known, kept] = [keysOf(was), keysOf(is)];
      for (const row of was) if (!kept.has(keyOf(row))) await remove(db, row);
      const added = is.filter((row) => !known.has(keyOf(row)));
      if (added.length > 0) await insert(db, added);
    },
  };
}
