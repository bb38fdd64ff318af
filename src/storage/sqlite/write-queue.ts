import type SqliteConnection from 'better-sqlite3';

type Task = () => Promise<unknown>;

interface Waiting {
  readonly task: Task;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { readonly settle: () => void };

/** Maximum number of tasks that share a commit, which limits how long the first of them waits. */
const MAX_GROUP = 64;

/**
 * Runs tasks one after the other on the only writing connection. Tasks that arrive together share a commit
 * (group commit). Each has its own savepoint, so that a task that fails has no effect.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection.Database;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;

  constructor(connection: SqliteConnection.Database) {
    this.#connection = connection;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ task, resolve: resolve as (value: unknown) => void, reject });
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
      await this.#commitGroup(this.#waiting.splice(0, MAX_GROUP));
    }
    this.#draining = undefined;
  }

  async #commitGroup(group: readonly Waiting[]): Promise<void> {
    try {
      this.#connection.exec('begin immediate');
      const outcomes: Outcome[] = [];
      for (const waiting of group) outcomes.push(await this.#inSavepoint(waiting));
      this.#connection.exec('commit');
      for (const { settle } of outcomes) settle();
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('rollback');
      for (const { reject } of group) reject(error);
    }
  }

  async #inSavepoint({ task, resolve, reject }: Waiting): Promise<Outcome> {
    this.#connection.exec('savepoint task');
    try {
      const value = await task();
      this.#connection.exec('release task');
      return { settle: () => resolve(value) };
    } catch (error) {
      // A full disk can end the whole transaction, including its savepoints.
      if (!this.#connection.inTransaction) throw error;
      this.#connection.exec('rollback to task');
      this.#connection.exec('release task');
      return { settle: () => reject(error) };
    }
  }
}
