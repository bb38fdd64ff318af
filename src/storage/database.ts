import type { Kysely } from 'kysely';
import { UnavailableError } from '../conventions/errors.ts';
import type { Schema } from './schema/index.ts';

/** The interface of the stores to the database, implemented for SQLite and for PostgreSQL. */
export interface Database {
  /** Its statements see only committed data. */
  readonly reader: Kysely<Schema>;
  /** For lists: equal to `reader`, or a replica that may lag behind. */
  readonly replica: Kysely<Schema>;
  /** Number of statements that the primary answered because the replica did not. */
  readonly missedByReplica: () => number;
  /** Number of commits that the database did not confirm; each may have happened or not. */
  readonly commitsInDoubt: () => number;
  /**
   * All statements see the data as of one moment. The callback may run again, so it must not wait for
   * anything but the database.
   */
  snapshot<T>(use: (transaction: Kysely<Schema>) => Promise<T>): Promise<T>;
  /**
   * One transaction, which is durable when the promise resolves and has no effect when it rejects. The
   * callback may run again after a serialization conflict. A violated unique constraint rejects with
   * ConflictError.
   */
  write<T>(use: (transaction: Kysely<Schema>) => Promise<T>): Promise<T>;
  /**
   * Removes what an erasure deleted, or what an encryption replaced, from the files. SQLite: also from the write-ahead log, as
   * soon as no reader uses it; after an encryption it rewrites the file, and after an erasure if a copy of the `key` is left.
   * PostgreSQL: vacuums the tables, which goes on after the promise resolves.
   */
  expunge(key?: Uint8Array): Promise<void>;
  /**
   * Which database this transaction is in. A promoted standby, a database that was recovered to a point in time and one that
   * a dump was restored to have another origin; each may lack what was acknowledged before. Undefined if it is unknown, as on
   * SQLite.
   */
  origin(transaction: Kysely<Schema>): Promise<string | undefined>;
  /** Brings the schema up to date and returns the names of the migrations that ran. */
  migrate(): Promise<readonly string[]>;
  /** Resolves when the database answers and accepts writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Tracks whether the database accepts writes. After a failed write, `recheck` tries another one. */
interface WriteHealth {
  /** Runs a write and remembers whether it failed. */
  track<T>(write: Promise<T>): Promise<T>;
  /** Rejects as long as writes fail. */
  recheck(): Promise<void>;
}

/** `probe` is a write that changes no data. */
export function writeHealth(probe: () => Promise<unknown>): WriteHealth {
  let isInDoubt = false;
  return {
    async track(write) {
      try {
        return await write;
      } catch (error) {
        isInDoubt ||= error instanceof UnavailableError;
        throw error;
      }
    },
    async recheck() {
      if (!isInDoubt) return;
      try {
        await probe();
      } catch (error) {
        // Any other error does not mean that writes fail.
        if (error instanceof UnavailableError) throw error;
      }
      isInDoubt = false;
    },
  };
}
