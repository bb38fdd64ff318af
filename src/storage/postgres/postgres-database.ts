import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { UnavailableError } from '../../conventions/errors.ts';
import { type Database, writeHealth } from '../database.ts';
import { isMigrated, migrate } from '../migrations/index.ts';
import type { Schema } from '../schema/index.ts';
import { isMeeting, isRace, isStale, StatementRefused } from './faults.ts';
import { hostUrls } from './hosts.ts';
import { statements } from './named-statements.ts';
import { extendPartitions } from './partitions/partition.ts';
import { postgresKysely } from './postgres-kysely.ts';
import { replicaOf } from './replica.ts';
import { vacuumOf } from './vacuum.ts';

/** Runs tasks one after the other. */
function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}

interface PostgresOptions {
  /** May name several hosts, of which the primary is used. */
  readonly url: string;
  /** A replica for lists, which may lag behind; may name several hosts. */
  readonly replicaUrl?: string | undefined;
  /** Maximum number of connections to each of the two. */
  readonly poolSize: number;
  /** How long to wait for a connection, and for the answer to a statement, in milliseconds. */
  readonly timeout: number;
  /** Whether statements are prepared once for each connection. */
  readonly prepare: boolean;
  /** Whether writing transactions are refused unless a synchronous standby is connected. */
  readonly needsCopies?: boolean;
}

/** More attempts than conflicting transactions need; ends transactions that never succeed. */
const MAX_ATTEMPTS = 50;

/** Maximum pause after a conflict in milliseconds, so that other processes can finish. */
const MAX_PAUSE = 50;

/**
 * If several processes start at once, one creates the tables of migrations; the others fail and try again.
 */
const MIGRATION_ATTEMPTS = 10;

/** undefined_table */
const UNDEFINED_TABLE = '42P01';

/** A new database has no table of migrations. */
function falseIfNew(error: unknown): false {
  if (error instanceof StatementRefused && error.code === UNDEFINED_TABLE) return false;
  throw error;
}

/** The tables that an erasure deletes keys and keyed digests from. */
const VACUUMED = ['holder_key', 'holder_search'];

/** `on` in a replica, and if an operator or a full disk has stopped writes. */
const READ_ONLY = sql<{ value: string }>`select current_setting('transaction_read_only') as value`;

/**
 * The cluster, the database in it, and the timeline, which changes with each promotion and each recovery
 * (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES).
 */
const ORIGIN = sql<{ origin: string }>`select concat_ws('-', 'postgresql',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) as origin`;

/** Creates a temporary table, because that needs free disk space. */
const PROBE = sql`create temporary table diptych_probe on commit drop
  as select repeat('x', 1000) as text from generate_series(1, 64)`;

/**
 * A store for any number of processes on one PostgreSQL, version 15 or newer. Transactions are serializable.
 */
export function openPostgres({ url, replicaUrl, ...rest }: PostgresOptions): Database {
  const { poolSize: size, timeout, prepare, needsCopies = false } = rest;
  const options = { size, timeout, statements: statements(prepare) };
  let inDoubt = 0;
  const onDoubt = () => {
    inDoubt += 1;
  };
  const role = needsCopies ? 'primaryWithCopies' : 'primary';
  const kysely = postgresKysely({
    url,
    role,
    needsCopies,
    onDoubt,
    ...options,
  });
  const replica =
    replicaUrl === undefined
      ? undefined
      : replicaOf({
          primary: kysely,
          copy: postgresKysely({ url: replicaUrl, role: 'any', ...options }),
        });
  const again = serialQueue();
  const vacuum = vacuumOf(hostUrls(url), role);

  const writing = () => kysely.transaction().setIsolationLevel('serializable');
  /** This transaction never waits for writing transactions and never makes them fail. */
  const reading = () => kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');

  /** Runs the transaction; undefined if it had no effect because of a conflict. */
  async function attempt<T>(
    use: (transaction: Kysely<Schema>) => Promise<T>,
    begin = writing,
  ): Promise<{ value: T } | undefined> {
    try {
      return { value: await begin().execute(use) };
    } catch (error) {
      if (isRace(error) || isStale(error)) return undefined;
      throw error;
    }
  }

  /**
   * `deadline` is a time of performance.now(). A transaction may already have waited long while the server
   * did not answer.
   */
  async function untilDone<T>(
    use: (transaction: Kysely<Schema>) => Promise<T>,
    deadline: number,
    begin = writing,
  ): Promise<T> {
    for (let attempts = 1; attempts < MAX_ATTEMPTS && performance.now() < deadline; attempts += 1) {
      const done = await attempt(use, begin);
      if (done) return done.value;
      await setTimeout(Math.random() * Math.min(2 ** attempts, MAX_PAUSE));
    }
    throw new UnavailableError('the database is too busy with changes to the same rows; try again');
  }

  async function migrateOnce(): Promise<readonly string[]> {
    if (await isMigrated(kysely).catch(falseIfNew)) return [];
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await kysely.transaction().execute((db) => migrate(db, 'postgres'));
      } catch (error) {
        if (!isMeeting(error) || attempts === MIGRATION_ATTEMPTS) throw error;
      }
    }
  }

  /** Outside of a transaction, which a refused statement would end: services that copy the storage may lack the functions. */
  let asked: Promise<boolean> | undefined;
  async function knowsOrigin(): Promise<boolean> {
    asked ??= ORIGIN.execute(kysely).then(
      () => true,
      (error: unknown) => {
        asked = undefined;
        if (error instanceof StatementRefused) return false;
        throw error;
      },
    );
    return asked;
  }

  const health = writeHealth(() => attempt((db) => PROBE.execute(db)));

  return {
    reader: kysely,
    replica: replica?.kysely ?? kysely,
    missedByReplica: replica?.missed ?? (() => 0),
    commitsInDoubt: () => inDoubt,
    snapshot: (use) => untilDone(use, performance.now() + timeout, reading),
    async write(use) {
      const deadline = performance.now() + timeout;
      const first = await health.track(attempt(use));
      // After a conflict, transactions of this process run one after the other, so that they do not conflict
      // again.
      return first ? first.value : again(() => untilDone(use, deadline));
    },
    // The server manages its own log.
    expunge: async () => vacuum.start(VACUUMED),
    async origin(transaction) {
      if (!(await knowsOrigin())) return undefined;
      return (await ORIGIN.execute(transaction)).rows[0]?.origin;
    },
    async migrate() {
      const migrations = await migrateOnce();
      await extendPartitions(kysely);
      return migrations;
    },
    async ping() {
      const { rows } = await READ_ONLY.execute(kysely);
      if (rows[0]?.value !== 'off') throw new UnavailableError('the database only lets itself be read');
      await health.recheck();
      // Begins a transaction, which is refused without the copies.
      if (needsCopies) await attempt(async () => {});
    },
    async close() {
      vacuum.stop();
      await kysely.destroy();
      await replica?.kysely.destroy();
    },
  };
}
