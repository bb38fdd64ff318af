import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

type Db = Kysely<Schema>;

const GUARD = 'diptych_began_before';

/**
 * A transaction that began before the exchange and writes after it would not conflict with what others read in the table
 * before. It has to run again. It does not see the trigger in the catalog; in a copy that was restored from a dump, each does.
 */
export async function guard(db: Db, table: string): Promise<void> {
  await sql
    .raw(`create or replace function ${GUARD}() returns trigger language plpgsql as $$ begin
      if not exists (select from pg_catalog.pg_trigger where tgrelid = tg_relid and tgname = tg_name) then
        raise exception 'the table was exchanged' using errcode = 'serialization_failure';
      end if;
      return null;
    end $$`)
    .execute(db);
  await sql
    .raw(`create trigger ${GUARD} before insert or update or delete on ${table}
      for each statement execute function ${GUARD}()`)
    .execute(db);
}

/** Whether a guard is there, and whether a transaction may have begun before it. That of another role does not tell. */
const STATE = sql<{ isNeeded: boolean }>`select exists (
    select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'virtualxid' and datname = current_database() and usesysid is not null and pid <> pg_backend_pid()
      and coalesce(age(backend_xmin) >= age(pg_proc.xmin), true)
  ) as "isNeeded" from pg_proc where oid = to_regproc(${GUARD})`;

export async function guardState(db: Db): Promise<'none' | 'needed' | 'left'> {
  const [state] = (await STATE.execute(db)).rows;
  if (state === undefined) return 'none';
  return state.isNeeded ? 'needed' : 'left';
}

export async function dropGuard(db: Db): Promise<void> {
  await sql.raw(`drop function if exists ${GUARD}() cascade`).execute(db);
}
