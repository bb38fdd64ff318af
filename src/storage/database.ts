import type { Kysely } from 'kysely';
import { UnavailableError } from '../conventions/errors.ts';
import type { Schema } from './schema/index.ts';

/** A database as the stores use it; one implementation for SQLite, one for PostgreSQL. */
export interface Database {
  /** Statements see committed data only. */
  readonly reader: Kysely<Schema>;
  /** For lists: the reader itself, or a replica that may lag behind. */
  readonly replica: Kysely<Schema>;
  /** Number of statements that the primary answered because the replica did not. */
  readonly missedByReplica: () => number;
  /** All statements see the state of one moment. The callback may run again, and must not wait for anything else. */
  snapshot<T>(use: (transaction: Kysely<Schema>) => Promise<T>): Promise<T>;
  /**
   * One transaction: durable when the promise resolves, without effect when it rejects. The callback may run
   * again after a serialization conflict. A broken unique constraint rejects with ConflictError.
   */
  write<T>(use: (transaction: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** Removes deleted data from the write-ahead log too, as soon as no reader uses it. */
  expunge(): Promise<void>;
  /** Brings the schema up to date; names the migrations that ran. */
  migrate(): Promise<readonly string[]>;
  /** Resolves when the database answers and accepts writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Whether the database accepts writes. After a write failed, `settle` tries one. */
export interface Doubt {
  /** Runs a write and notes whether it failed. */
  over<T>(write: Promise<T>): Promise<T>;
  /** Rejects while nothing can be written. */
  settle(): Promise<void>;
}

/** `probe` writes something that changes nothing. */
export function doubt(probe: () => Promise<unknown>): Doubt {
  let isInDoubt = false;
  return {
    async over(write) {
      try {
        return await write;
      } catch (error) {
        isInDoubt ||= error instanceof UnavailableError;
        throw error;
      }
    },
    async settle() {
      if (!isInDoubt) return;
      try {
        await probe();
      } catch (error) {
        // Another error does not mean that writes fail.
        if (error instanceof UnavailableError) throw error;
      }
      isInDoubt = false;
    },
  };
}
