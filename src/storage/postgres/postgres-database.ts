import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { UnavailableError } from '../../conventions/unavailable.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrations/index.ts';
import type { Schema } from '../schema/index.ts';
import { isMeeting, isRace, isStale } from './faults.ts';
import { lane } from './lane.ts';
import { postgresKysely } from './postgres-kysely.ts';
import { statements } from './statements.ts';

export interface PostgresOptions {
  readonly url: string;
  /** A copy that may lag behind, for lists. */
  readonly replicaUrl?: string | undefined;
  /** Connections at most, to each of the two. */
  readonly poolSize: number;
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  readonly timeout: number;
  /** Whether statements are prepared once for each connection. */
  readonly prepare: boolean;
}

/** Far more than transactions that can meet; a limit so that a fault ends. */
const MAX_ATTEMPTS = 50;

/** Milliseconds that a process which lost a race waits at most, so that others get through. */
const MAX_PAUSE = 50;

/** Of processes that start at once, one makes the tables that migrations are kept in; the others meet it at that. */
const MIGRATION_ATTEMPTS = 10;

/** Any number of processes on one PostgreSQL, version 15 or newer. Transactions are serializable. */
export function openPostgres({ url, replicaUrl, ...rest }: PostgresOptions): Database {
  const { poolSize: size, timeout, prepare } = rest;
  const options = { size, timeout, statements: statements(prepare) };
  const kysely = postgresKysely({ url, ...options });
  const replica = replicaUrl === undefined ? kysely : postgresKysely({ url: replicaUrl, ...options });
  const again = lane();

  /** The transaction, or undefined where it lost a race and had no effect. */
  async function attempt<T>(
    use: (transaction: Kysely<Schema>) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    try {
      const transaction = kysely.transaction().setIsolationLevel('serializable');
      return { value: await transaction.execute(use) };
    } catch (error) {
      if (isRace(error) || isStale(error)) return undefined;
      throw error;
    }
  }

  async function untilDone<T>(use: (transaction: Kysely<Schema>) => Promise<T>): Promise<T> {
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
      const done = await attempt(use);
      if (done) return done.value;
      await setTimeout(Math.random() * Math.min(2 ** attempts, MAX_PAUSE));
    }
    throw new UnavailableError('the database is too busy with changes to the same rows; try again');
  }

  async function migrateOnce(): Promise<readonly string[]> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await kysely.transaction().execute((db) => migrate(db as never, 'postgres'));
      } catch (error) {
        if (!isMeeting(error) || attempts === MIGRATION_ATTEMPTS) throw error;
      }
    }
  }

  return {
    reader: kysely,
    replica,
    async write(use) {
      const first = await attempt(use);
      // Losers of a race run one after the other, so that they do not lose against each other again.
      return first ? first.value : again(() => untilDone(use));
    },
    migrate: migrateOnce,
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    async close() {
      await kysely.destroy();
      if (replica !== kysely) await replica.destroy();
    },
  };
}
