import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { QueryResult as PgResult, PoolClient, QueryArrayConfig } from 'pg';
import { UnavailableError } from '../../conventions/errors.ts';
import type { ArrayQuery } from '../statements.ts';
import { COPIES, type CopiesState, copiesFault } from './copies.ts';
import { CommitInDoubt, isOfServer, isStale, leavesConnection, translateFault } from './faults.ts';
import type { HostPool } from './host-pool.ts';
import type { Statements } from './named-statements.ts';

export interface DriverOptions {
  readonly statements: Statements;
  /** Time limit of a statement and of an idle transaction, in milliseconds. */
  readonly timeout: number;
  /** Whether writing transactions are refused unless a synchronous standby is connected. */
  readonly needsCopies?: boolean;
  /** Is called for each commit that may or may not have happened. */
  readonly onDoubt?: () => void;
}

/** Time limit of the server for a statement and for an idle transaction, milliseconds. */
const BOUNDS = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/** How long a connection to a server with a synchronous standby may be used without looking again, in milliseconds. */
const COPIES_EVERY = 10_000;

/**
 * Warnings of a commit that stopped waiting for the synchronous standby: the change is on one machine alone. It is
 * 57P01 if the server ended the connection, and 01000 if the wait was canceled.
 */
const ALONE = new Set(['01000', '57P01']);

/** Commands whose row count is the number of changed rows. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE']);

/** A connection from the pool. Its statements run one after the other. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: HostPool;
  readonly #client: PoolClient;
  readonly #statements: Statements;
  #last: Promise<unknown> = Promise.resolve();
  #isBroken = false;
  #inTransaction = false;

  constructor(pool: HostPool, client: PoolClient, statements: Statements) {
    this.#pool = pool;
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
  async commit(): Promise<string> {
    await this.#ended();
    let isAlone = false;
    const note = ({ code = '' }: { readonly code?: string | undefined }) => {
      isAlone ||= ALONE.has(code);
    };
    this.#client.on('notice', note);
    try {
      const tag = await this.#control('commit');
      if (isAlone) throw new UnavailableError('no standby confirmed the change');
      return tag;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      this.#isBroken = true;
      throw new CommitInDoubt(error);
    } finally {
      this.#client.off('notice', note);
    }
  }

  async rollback(): Promise<void> {
    await this.#ended();
    await this.#control('rollback');
  }

  async #ended(): Promise<void> {
    await this.#last;
    this.#inTransaction = false;
    // The connection is closed, so no answer would arrive.
    if (this.#isBroken) throw new UnavailableError('the connection to the database is lost');
  }

  /**
   * `seen`: when the copies of a connection were seen last, by performance.now(). @throws UnavailableError unless a
   * synchronous standby is connected
   */
  async expectCopies(seen: WeakMap<PoolClient, number>): Promise<void> {
    const last = seen.get(this.#client);
    if (last !== undefined && performance.now() - last < COPIES_EVERY) return;
    const found = await this.#client.query<CopiesState>(COPIES).catch((error: unknown) => {
      throw this.#fault(error);
    });
    const fault = found.rows[0] && copiesFault(found.rows[0]);
    if (fault) throw new UnavailableError(`changes would be on one machine alone: ${fault.text}`);
    seen.set(this.#client, performance.now());
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
    if (isOfServer(error)) {
      this.#isBroken = true;
      this.#pool.leave(this.#client);
    }
    return translateFault(error);
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

/** Kysely's driver over a pool of connections. It translates every error into one of ours. */
export function postgresDriver(pool: HostPool, options: DriverOptions): Driver {
  const { statements, timeout, needsCopies = false, onDoubt = () => {} } = options;
  const seen = new WeakMap<PoolClient, number>();

  return {
    async init() {},
    async acquireConnection() {
      try {
        return new PostgresConnection(pool, await pool.connect(), statements);
      } catch (error) {
        throw translateFault(error);
      }
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      const { isolationLevel = 'read committed', accessMode = '' } = settings;
      if (needsCopies && accessMode !== 'read only') await of(connection).expectCopies(seen);
      await of(connection).begin(`${isolationLevel} ${accessMode}`, timeout);
    },
    async commitTransaction(connection) {
      const tag = await of(connection)
        .commit()
        .catch((error: unknown) => {
          if (error instanceof CommitInDoubt) onDoubt();
          throw error;
        });
      // If the callback ignored a failed statement, the server rolls back without reporting an error.
      if (tag !== 'COMMIT') throw new Error('a transaction with a failed statement was committed');
    },
    async rollbackTransaction(connection) {
      try {
        await of(connection).rollback();
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
