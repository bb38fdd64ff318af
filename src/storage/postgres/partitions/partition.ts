import { type Kysely, sql } from 'kysely';
import { HOUR } from '../../../conventions/time.ts';
import type { Schema } from '../../schema/index.ts';
import { StatementRefused } from '../faults.ts';
import { statements } from '../named-statements.ts';
import { postgresKysely } from '../postgres-kysely.ts';
import { DivisionRefused, divideTable, isNoLock, LOCK_PATIENCE, type Observe } from './divide-table.ts';
import { DIVIDED_TABLES, OPEN, type Part, partsFrom, periodOf } from './divided-tables.ts';
import { dropGuard, guardState } from './guard.ts';

/** insufficient_privilege */
const NOT_OWNER = '42501';

const isNotOwner = (error: unknown) => error instanceof StatementRefused && error.code === NOT_OWNER;

/** One connection at a time does this in a database. That of a process that was killed may last for seconds. */
async function lock(db: Kysely<Schema>): Promise<void> {
  await sql`set lock_timeout = '10s'`.execute(db);
  try {
    await sql`select pg_advisory_lock(hashtext('diptych partition'))`.execute(db);
  } catch (error) {
    if (isNoLock(error)) throw new DivisionRefused('another process is making partitions in this database');
    throw error;
  }
  await sql.raw(`set lock_timeout = '${LOCK_PATIENCE}'`).execute(db);
}

/** Divides the large tables of a database that servers may be using. Resolves to the names of those that were divided now. */
export async function partitionPostgres(url: string, observe: Observe): Promise<readonly string[]> {
  const kysely = postgresKysely({
    url,
    role: 'primary',
    size: 1,
    timeout: HOUR,
    statements: statements(false),
  });
  try {
    return await kysely.connection().execute(async (db) => {
      await lock(db);
      const divided: string[] = [];
      for (const table of DIVIDED_TABLES)
        if (await divideTable(db, table, observe)) divided.push(table.table);
      return divided;
    });
  } finally {
    await kysely.destroy();
  }
}

/** The parts that are missing until a year from now; none if the log has no partitions. */
async function missingParts(db: Kysely<Schema>): Promise<readonly Part[]> {
  const { rows } = await sql<{ bound: string; now: string }>`select pg_get_expr(relpartbound, oid) as bound,
    extract(epoch from now()) * 1000 as now from pg_class where oid = to_regclass(${OPEN})`.execute(db);
  const [, from] = /FROM \('(\d+)'\)/.exec(rows[0]?.bound ?? '') ?? [];
  if (from === undefined) return [];
  const parts = partsFrom(periodOf(Number(from)), Number(rows[0]?.now), false);
  return parts.length > 1 ? parts : [];
}

/** The transaction has no effect if others have the tables, or if the role does not own them. The next start tries again. */
async function ifPossible(kysely: Kysely<Schema>, use: (db: Kysely<Schema>) => Promise<void>): Promise<void> {
  try {
    await kysely.transaction().execute(async (db) => {
      await sql.raw(`set local lock_timeout = '${LOCK_PATIENCE}'`).execute(db);
      await use(db);
    });
  } catch (error) {
    if (!isNoLock(error) && !isNotOwner(error)) throw error;
  }
}

/** While the command runs, it takes its guard away itself. */
async function dropLeftGuard(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('diptych partition')) as "isMine"`.execute(db);
  if (rows[0]?.isMine && (await guardState(db)) === 'left') await dropGuard(db);
}

async function makeMissingParts(db: Kysely<Schema>): Promise<void> {
  await sql.raw('lock table state_change in access exclusive mode').execute(db);
  // Another process may have made them.
  const parts = await missingParts(db);
  if (parts.length === 0) return;
  if ((await sql.raw(`select from ${OPEN} limit 1`).execute(db)).rows.length > 0) return;
  await sql.raw(`drop table ${OPEN}`).execute(db);
  for (const { name, values } of parts)
    await sql.raw(`create table ${name} partition of state_change for values ${values}`).execute(db);
}

/**
 * Makes the partitions of the audit log until a year from now, as each start of a server does. If entries are in the open
 * partition already, it stays as it is: everything works, with one larger partition. Takes away what a division that was
 * interrupted at its end left.
 */
export async function extendPartitions(kysely: Kysely<Schema>): Promise<void> {
  if ((await guardState(kysely)) === 'left') await ifPossible(kysely, dropLeftGuard);
  if ((await missingParts(kysely)).length > 0) await ifPossible(kysely, makeMissingParts);
}
