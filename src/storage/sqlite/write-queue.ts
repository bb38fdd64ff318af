import { setTimeout } from 'node:timers/promises';
import type SqliteConnection from 'better-sqlite3';
import { BUSY_TIMEOUT } from './connection.ts';
import { isBusy } from './faults.ts';

type Task = () => Promise<unknown>;

interface Waiting {
  readonly task: Task;
  /** The task uses another connection: it runs alone, outside of a transaction. */
  readonly isAside?: true;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { readonly settle: () => void };

/** Maximum number of tasks that share a commit, which limits how long the first of them waits. */
const MAX_GROUP = 64;

/** Milliseconds until the file is tried again that another process writes: more each time, as SQLite does. */
const PAUSE = { first: 1, longest: 25 };

/** The statements that the queue runs around the tasks. */
function statementsOf(connection: SqliteConnection.Database) {
  const statement = (text: string) => {
    const prepared = connection.prepare(text);
    return () => void prepared.run();
  };
  const rows = connection.prepare('select total_changes()').pluck();
  const schema = connection.prepare('pragma schema_version').pluck();
  return {
    begin: statement('begin immediate'),
    commit: statement('commit'),
    rollback: statement('rollback'),
    savepoint: statement('savepoint task'),
    release: statement('release task'),
    rollbackToSavepoint: statement('rollback to task'),
    /** Increases with each row and each table that changes, but for `pragma user_version` and temporary tables. */
    changes: () => (rows.get() as number) + (schema.get() as number),
  };
}

/**
 * Runs tasks one after the other on the only writing connection. Tasks that arrive together share a commit
 * (group commit). A task that fails has no effect.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection.Database;
  readonly #run: ReturnType<typeof statementsOf>;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;

  constructor(connection: SqliteConnection.Database) {
    this.#connection = connection;
    this.#run = statementsOf(connection);
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#queued(task, {});
  }

  /** Runs a task that changes the database by another connection. Others wait until it has ended. */
  aside<T>(task: () => Promise<T>): Promise<T> {
    return this.#queued(task, { isAside: true });
  }

  #queued<T>(task: () => Promise<T>, kind: Pick<Waiting, 'isAside'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ task, resolve: resolve as (value: unknown) => void, reject, ...kind });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when all waiting tasks have finished. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that are read in the same turn of the event loop join the group.
      await new Promise((turn) => setImmediate(turn));
      const aside = this.#waiting.findIndex(({ isAside }) => isAside);
      if (aside === 0) await this.#runAside(this.#waiting.shift() as Waiting);
      else
        await this.#commitGroup(this.#waiting.splice(0, Math.min(aside < 0 ? MAX_GROUP : aside, MAX_GROUP)));
    }
    this.#draining = undefined;
  }

  /** Begins a transaction, as soon as no other process has one. Meanwhile the event loop is free. */
  async #begin(): Promise<void> {
    const until = performance.now() + BUSY_TIMEOUT;
    for (let pause = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.longest)) {
      try {
        return this.#run.begin();
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      await setTimeout(pause);
    }
  }

  async #runAside({ task, resolve, reject }: Waiting): Promise<void> {
    await task().then(resolve, reject);
  }

  async #commitGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = (await this.#together(group)) ?? (await this.#inSavepoints(group));
      this.#run.commit();
      for (const { settle } of outcomes) settle();
    } catch (error) {
      if (this.#connection.inTransaction) this.#run.rollback();
      for (const { reject } of group) reject(error);
    }
  }

  /**
   * Runs the tasks without savepoints, because with a savepoint SQLite copies each page before it changes it. If a task fails
   * after it has changed something, rolls the transaction back and returns undefined: one change cannot be undone alone.
   */
  async #together(group: readonly Waiting[]): Promise<readonly Outcome[] | undefined> {
    await this.#begin();
    const outcomes: Outcome[] = [];
    for (const { task, resolve, reject } of group) {
      const before = this.#run.changes();
      try {
        const value = await task();
        this.#requireTransaction();
        outcomes.push({ settle: () => resolve(value) });
      } catch (error) {
        // A full disk can end the whole transaction.
        if (!this.#connection.inTransaction || group.length === 1) throw error;
        outcomes.push({ settle: () => reject(error) });
        if (this.#run.changes() === before) continue;
        this.#run.rollback();
        return undefined;
      }
    }
    return outcomes;
  }

  /** A full disk can end the transaction, also if the task does not pass the error on. Later tasks must not run then. */
  #requireTransaction(): void {
    if (!this.#connection.inTransaction) throw new Error('a change ended the transaction of its group');
  }

  /** Runs the tasks again, each in a savepoint. */
  async #inSavepoints(group: readonly Waiting[]): Promise<readonly Outcome[]> {
    await this.#begin();
    const outcomes: Outcome[] = [];
    for (const waiting of group) outcomes.push(await this.#inSavepoint(waiting));
    return outcomes;
  }

  async #inSavepoint({ task, resolve, reject }: Waiting): Promise<Outcome> {
    this.#run.savepoint();
    try {
      const value = await task();
      this.#run.release();
      return { settle: () => resolve(value) };
    } catch (error) {
      // A full disk can end the whole transaction, including its savepoints.
      if (!this.#connection.inTransaction) throw error;
      this.#run.rollbackToSavepoint();
      this.#run.release();
      return { settle: () => reject(error) };
    }
  }
}
