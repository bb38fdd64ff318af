import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { isMeeting } from './faults.ts';

/** A table that says that the tables beside it are a copy, which may be dropped. */
const MARK = 'diptych_copy';

/** Tables of any schema. An extension may have tables in a database that is otherwise empty. */
const TABLES = sql<{ name: string; schema: string; isCurrent: boolean }>`
  select relname as name, nspname as schema, nspname = current_schema() as "isCurrent"
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname <> 'information_schema' and nspname !~ '^pg_'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/** What is in a database that should be empty: nothing, a copy that was marked before, or something else. */
export type Content = 'nothing' | 'copy' | 'tables';

async function contentOf(db: Kysely<Schema>): Promise<Content> {
  const { rows } = await TABLES.execute(db);
  if (rows.length === 0) return 'nothing';
  return rows.some(({ name, isCurrent }) => name === MARK && isCurrent) ? 'copy' : 'tables';
}

/** Marks a database as a place for a copy if it is empty. Resolves to what was in it; if that was something, nothing is written. */
export async function markIfEmpty(database: Database): Promise<Content> {
  try {
    return await database.write(async (db) => {
      const content = await contentOf(db);
      if (content === 'nothing') await sql`create table ${sql.table(MARK)} ()`.execute(db);
      return content;
    });
  } catch (error) {
    if (isMeeting(error)) return 'copy';
    throw error;
  }
}

/** Drops all tables of a database that was marked when it was empty. Does nothing in another one. */
export async function dropCopy(database: Database): Promise<void> {
  await database.write(async (db) => {
    if ((await contentOf(db)) !== 'copy') return;
    const { rows } = await TABLES.execute(db);
    const own = rows.filter(({ isCurrent }) => isCurrent).map(({ name }) => sql.table(name));
    await sql`drop table ${sql.join(own)} cascade`.execute(db);
  });
}
