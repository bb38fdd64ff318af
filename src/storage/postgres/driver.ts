import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { QueryResult as PgResult, Pool, PoolClient, QueryArrayConfig } from 'pg';
import { UnavailableError } from '../../conventions/errors.ts';
import type { ArrayQuery } from '../statements.ts';
import { isStale, leavesConnection, translated } from './faults.ts';
import type { Statements } from './named-statements.ts';

/** Time limit of the server for a statement and for an idle transaction, milliseconds. */
const BOUNDS = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/** Commands whose row count is the number of changed rows. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE']);

/** A connection from the pool. Its statements run one after the other. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #statements: Statements;
  #last: Promise<unknown> = Promise.resolve();
  #isBroken = false;
  #inTransaction = false;

  constructor(client: PoolClient, statements: Statements) {
    this.#client = client;
    this.#statements = statements;
  }

  executeQuery<Row>(query: CompiledQuery & ArrayQuery): Promise<QueryResult<Row>> {
    const run = this.#last.then(() => this.#prepared<Row>(query));
    this.#last = run.catch(() => {});
    return run;
  }

  /**
   * If this process or the network fails, these limits end the transaction and release its locks. They are
   * set for the transaction, because a pooler may give the session to others.
   */
  async begin(mode: string, timeout: number): Promise<void> {
    this.#inTransaction = true;
    const bounds = BOUNDS.map((bound) => `set local ${bound} = ${timeout}`);
    await this.#control([`begin isolation level ${mode}`, ...bounds].join('; '));
  }

  /** Returns the command tag in the server's answer. */
  async end(command: 'commit' | 'rollback'): Promise<string> {
    await this.#last;
    this.#inTransaction = false;
    // The connection is closed, so no answer would arrive.
    if (this.#isBroken) throw new UnavailableError('the connection to the database is lost');
    return this.#control(command);
  }

  async #control(command: string): Promise<string> {
    try {
      return (await this.#client.query(command)).command;
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async #prepared<Row>(query: CompiledQuery & ArrayQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#run(query);
    } catch (error) {
      if (!isStale(error)) throw error;
      this.#statements.renew();
      // The transaction must be retried.
      if (this.#inTransaction) throw error;
      return this.#run(query);
    }
  }

  async #run<Row>({ sql, parameters, asArrays }: CompiledQuery & ArrayQuery): Promise<QueryResult<Row>> {
    try {
      const query = this.#statements.query(sql, parameters);
      const run = asArrays
        ? this.#client.query({ ...query, rowMode: 'array' } as QueryArrayConfig)
        : this.#client.query(query);
      const { rows, rowCount, command } = (await run) as PgResult<Row & object>;
      return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } catch (error) {
      throw this.#fault(error);
    }
  }

  #fault(error: unknown): unknown {
    this.#isBroken ||= !leavesConnection(error);
    return translated(error);
  }

  // biome-ignore lint/correctness/useYield: it is part of the interface, and nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read in pages, not streamed');
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  discard(): void {
    this.#isBroken = true;
  }
}

const of = (connection: DatabaseConnection) => connection as PostgresConnection;

/**
 * Kysely's driver over a pool of connections. It translates every error into one of ours. `timeout` is in
 * milliseconds.
 */
export function postgresDriver(pool: Pool, statements: Statements, timeout: number): Driver {
  return {
    async init() {},
    async acquireConnection() {
      try {
        return new PostgresConnection(await pool.connect(), statements);
      } catch (error) {
        throw translated(error);
      }
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      const { isolationLevel = 'read committed', accessMode = '' } = settings;
      await of(connection).begin(`${isolationLevel} ${accessMode}`, timeout);
    },
    async commitTransaction(connection) {
      // If the callback ignored a failed statement, the server rolls back without reporting an error.
      if ((await of(connection).end('commit')) !== 'COMMIT')
        throw new Error('a transaction with a failed statement was committed');
    },
    async rollbackTransaction(connection) {
      try {
        await of(connection).end('rollback');
      } catch {
        // Closing the connection ends the transaction on the server. The previous error has the cause.
        of(connection).discard();
      }
    },
    async releaseConnection(connection) {
      of(connection).release();
    },
    destroy: () => pool.end(),
  };
}
