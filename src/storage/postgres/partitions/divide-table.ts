import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { UserError } from '../../../conventions/user-error.ts';
import type { Schema } from '../../schema/index.ts';
import { isRace, StatementRefused } from '../faults.ts';
import type { DividedTable, Part } from './divided-tables.ts';
import { dropGuard, guard, guardState } from './guard.ts';

type Db = Kysely<Schema>;

export interface DivisionProgress {
  readonly table: string;
  readonly step: 'prepare' | 'copy' | 'wait' | 'compare' | 'exchange' | 'finish';
  /** Blocks of the table that were copied, and all. */
  readonly done?: number;
  readonly blocks?: number;
}

export type Observe = (progress: DivisionProgress) => unknown;

/** The table cannot be divided. */
export class DivisionRefused extends UserError {
  override readonly name = 'DivisionRefused';
}

/** Longest wait for a lock, because requests wait behind it. */
export const LOCK_PATIENCE = '200ms';

/** Pauses before the next wait for a lock, in milliseconds. A backup or a vacuum may have it for long. */
const PAUSE = { first: 100, most: 30_000 } as const;

/** lock_not_available */
const NO_LOCK = '55P03';

/** Blocks that are copied in one transaction, which takes some ten milliseconds. */
const SLICE = 32;

const run = async (db: Db, text: string): Promise<void> => {
  await sql.raw(text).execute(db);
};
const answerTo = async <T>(db: Db, text: string): Promise<T | undefined> =>
  (await sql.raw<{ value: T }>(`select (${text}) as value`).execute(db)).rows[0]?.value;

export const isNoLock = (error: unknown) => error instanceof StatementRefused && error.code === NO_LOCK;

/** Runs one transaction until it gets its locks. */
async function patiently(db: Db, use: (transaction: Db) => Promise<void>): Promise<void> {
  for (let pause: number = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.most)) {
    try {
      return await db.transaction().execute(use);
    } catch (error) {
      if (!isNoLock(error) && !isRace(error)) throw error;
      await setTimeout(pause);
    }
  }
}

/** Transactions of others in this database that run at this moment. */
const OTHERS = sql<{
  id: string;
}>`select virtualtransaction as id from pg_locks join pg_stat_activity using (pid)
  where locktype = 'virtualxid' and datname = current_database() and usesysid is not null and pid <> pg_backend_pid()`;

/** Waits until each transaction that runs now has ended, because it may not see what was committed since it began. */
async function untilOthersEnd(db: Db): Promise<void> {
  const idsNow = async () => (await OTHERS.execute(db)).rows.map(({ id }) => id);
  let left = await idsNow();
  while (left.length > 0) {
    await setTimeout(PAUSE.first);
    const running = new Set(await idsNow());
    left = left.filter((id) => running.has(id));
  }
}

const copyFunction = (table: string) => `diptych_copy_${table}`;

/** What an interrupted division left. */
async function forget(db: Db, { table }: DividedTable): Promise<void> {
  await patiently(db, async (transaction) => {
    await run(transaction, `drop function if exists ${copyFunction(table)}() cascade`);
    await run(transaction, `drop table if exists ${table}_next`);
  });
}

const columnsOf = (db: Db, table: string) =>
  answerTo<string>(
    db,
    `select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = to_regclass('${table}') and attnum > 0 and not attisdropped`,
  );

interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  /** Of its definition what follows the name of the table. */
  readonly rest: string;
}

async function indexesOf(db: Db, table: string): Promise<readonly Index[]> {
  const { rows } = await sql<{ name: string; isUnique: boolean; definition: string }>`
    select relname as name, indisunique as "isUnique", pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${table}) and not indisprimary`.execute(db);
  return rows.map(({ definition, ...index }) => ({ ...index, rest: definition.replace(/^.*? ON \S+ /, '') }));
}

/**
 * An index that must be unique is made for each partition, because PostgreSQL has no unique index over all of them without
 * the key. The other indexes have the names of the present ones after the exchange.
 */
async function makeTable(db: Db, { table, key, by }: DividedTable, parts: readonly Part[]): Promise<void> {
  const next = `${table}_next`;
  await run(db, `create table ${next} (like ${table} including defaults) partition by ${by} (${key})`);
  await run(db, `alter table ${next} add primary key (${key})`);
  for (const { name, values } of parts)
    await run(db, `create table ${name} partition of ${next} for values ${values}`);
  for (const { name, isUnique, rest } of await indexesOf(db, table)) {
    if (!isUnique) await run(db, `create index ${name}_next on ${next} ${rest}`);
    else
      for (const part of parts)
        await run(db, `create unique index ${part.name}_${name} on ${part.name} ${rest}`);
  }
}

/**
 * From here on the new table gets each change too, in the transaction of the change, whichever role makes it. The copy may
 * insert the same row at the same time. Without a target, `on conflict` waits for it at each unique index; with one, the
 * other indexes would refuse the row.
 */
async function copyChanges(db: Db, { table, key }: DividedTable, columns: string): Promise<void> {
  const name = copyFunction(table);
  const values = (row: string) => columns.replaceAll(/[^, ]+/g, (column) => `${row}.${column}`);
  const schema = await answerTo<string>(
    db,
    `select relnamespace::regnamespace::text from pg_class where oid = to_regclass('${table}_next')`,
  );
  await run(
    db,
    `create function ${name}() returns trigger language plpgsql
      security definer set search_path = ${schema}, pg_temp as $$ begin
      if tg_op = 'DELETE' then
        delete from ${table}_next where ${key} = old.${key};
      else
        insert into ${table}_next (${columns}) values (${values('new')}) on conflict do nothing;
        if not found then
          update ${table}_next set (${columns}) = row(${values('new')}) where ${key} = new.${key};
          if not found then raise 'the copy of another row is in the way' using errcode = 'serialization_failure'; end if;
        end if;
      end if;
      return null;
    end $$`,
  );
  await run(db, `revoke execute on function ${name}() from public`);
  await run(
    db,
    `create trigger ${name} after insert or update or delete on ${table}
      for each row execute function ${name}()`,
  );
}

/** Rows that are changed meanwhile are there already, or make the transaction that changes them run again. */
async function copyRows(db: Db, { table }: DividedTable, columns: string, observe: Observe): Promise<void> {
  const size = `pg_relation_size('${table}') / current_setting('block_size')::bigint`;
  const blocks = Number(await answerTo(db, size));
  for (let done = 0; done < blocks; done += SLICE) {
    await observe({ table, step: 'copy', done, blocks });
    await patiently(db, async (transaction) => {
      await run(transaction, 'set local synchronous_commit = off');
      await run(
        transaction,
        `insert into ${table}_next (${columns}) select ${columns} from ${table}
          where ctid >= '(${done},0)' and ctid < '(${done + SLICE},0)' on conflict do nothing`,
      );
    });
  }
}

/**
 * A purge of the audit log did not see the rows that were copied at the same time. MSOs are never deleted.
 * @throws DivisionRefused unless both tables have the same number of rows
 */
async function compare(db: Db, { table, key, by }: DividedTable): Promise<void> {
  const returned = `delete from ${table}_next as next
    where not exists (select from ${table} as present where present.${key} = next.${key})`;
  if (by === 'range') await patiently(db, (transaction) => run(transaction, returned));
  const same = `(select count(*) from ${table}) = (select count(*) from ${table}_next)`;
  if (!(await answerTo(db, same)))
    throw new DivisionRefused(`the copy of ${table} differs from it; run the command again`);
  await patiently(db, (transaction) => run(transaction, `analyze ${table}_next`));
}

async function exchange(db: Db, { table }: DividedTable, columns: string): Promise<void> {
  await run(db, `lock table ${table} in access exclusive mode`);
  const indexes = (await indexesOf(db, table)).filter(({ isUnique }) => !isUnique);
  if ((await columnsOf(db, table)) !== columns)
    throw new DivisionRefused(`the columns of ${table} were changed meanwhile; run the command again`);
  await run(db, `drop table ${table}`);
  await run(db, `drop function ${copyFunction(table)}()`);
  await run(db, `alter table ${table}_next rename to ${table}`);
  await run(db, `alter index ${table}_next_pkey rename to ${table}_pkey`);
  for (const { name } of indexes) await run(db, `alter index ${name}_next rename to ${name}`);
  await guard(db, table);
}

/** Also after a run that was interrupted. */
async function finish(db: Db): Promise<void> {
  if ((await guardState(db)) === 'none') return;
  await untilOthersEnd(db);
  await patiently(db, dropGuard);
}

const isDivided = (db: Db, table: string) =>
  answerTo<boolean>(db, `select relkind = 'p' from pg_class where oid = to_regclass('${table}')`);

/**
 * Divides a table while servers use it: makes a second one, which gets a copy of each row and of each change, and exchanges
 * them. What was interrupted begins again. Resolves to whether there was something to do.
 */
export async function divideTable(db: Db, division: DividedTable, observe: Observe): Promise<boolean> {
  const { table, key } = division;
  const at = (step: DivisionProgress['step']) => observe({ table, step });
  await finish(db);
  if (await isDivided(db, table)) return false;
  await at('prepare');
  await forget(db, division);
  const first = await answerTo<string | null>(
    db,
    `select ${key}::text from ${table} order by ${key} limit 1`,
  );
  const now = await answerTo<number>(db, 'extract(epoch from now()) * 1000');
  await patiently(db, (transaction) =>
    makeTable(transaction, division, division.parts(Number(now), first ?? undefined)),
  );
  await at('prepare');
  const columns = (await columnsOf(db, table)) ?? '';
  await patiently(db, (transaction) => copyChanges(transaction, division, columns));
  await copyRows(db, division, columns, observe);
  await at('wait');
  await untilOthersEnd(db);
  await at('compare');
  await compare(db, division);
  await at('wait');
  await untilOthersEnd(db);
  await at('exchange');
  await patiently(db, (transaction) => exchange(transaction, division, columns));
  await at('finish');
  await finish(db);
  return true;
}
