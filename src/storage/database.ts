import type { Kysely } from 'kysely';
import type { Schema } from './schema/index.ts';

/** What the stores need of a database; one implementation for each kind. */
export interface Database {
  /** Statements see committed data only. */
  readonly reader: Kysely<Schema>;
  /** For lists: the reader itself, or a copy that may lag behind. */
  readonly replica: Kysely<Schema>;
  /** How many of its statements the database itself answered, since the copy did not. */
  readonly missedByReplica: () => number;
  /**
   * One transaction: durable when the promise resolves, without effect when it rejects. The callback may run
   * again after a serialization conflict. A broken unique constraint rejects with ConflictError.
   */
  write<T>(use: (transaction: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** Takes what was deleted out of the log of changes too, where there is one and as soon as nobody reads from it. */
  expunge(): Promise<void>;
  /** Brings the schema up to date; names the migrations that ran. */
  migrate(): Promise<readonly string[]>;
  /** Resolves when the database answers and can be written to. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
