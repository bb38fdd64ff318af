import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { QueryResult as PgResult, PoolClient, QueryArrayConfig } from 'pg';
import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import type { QueryForm } from '../statements.ts';
import { COPIES, type CopiesState, copiesFault } from './copies.ts';
import { CommitInDoubt, isOfServer, isStale, leavesConnection, translateFault } from './faults.ts';
import type { HostPool } from './host-pool.ts';
import type { Statements } from './named-statements.ts';

/** Time limit of the server for a statement and for an idle transaction, milliseconds. */
const BOUNDS = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/** How long a connection to a server with a synchronous standby may be used without looking again, in milliseconds. */
const COPIES_EVERY = 10_000;

/**
 * Warnings of a commit that stopped waiting for the synchronous standby: the change is on one machine alone. It is
 * 57P01 if the server ended the connection, and 01000 if the wait was canceled. Inserts that are answered with the commit
 * give no such warning, because triggers only exist while a table is divided, and they do not warn.
 */
const ALONE = new Set(['01000', '57P01']);

/** Commands whose row count is the number of changed rows. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE']);

/** Most statements of a transaction that are sent and not answered, so that they do not fill the memory. */
const MOST_UNANSWERED = 16;

type Query = CompiledQuery & QueryForm;

interface Transaction {
  readonly isReadOnly: boolean;
  /** Rejects if the server refused to begin it. */
  readonly begun: Promise<unknown>;
  /** The error of the first statement that failed. Those behind it fail because of it. */
  fault?: { readonly error: unknown };
  unanswered: number;
  /** The answer to the last change whose number of rows is checked. The commit is sent after it. */
  lastChecked: Promise<unknown> | undefined;
}

const faultOf = ({ fault }: Transaction): unknown => fault?.error ?? new Error('a commit was rolled back');

/** A connection from the pool. Its statements are sent without waiting, and run one after the other. */
export class PostgresConnection implements DatabaseConnection {
  readonly #pool: HostPool;
  readonly #client: PoolClient;
  readonly #statements: Statements;
  #transaction: Transaction | undefined;
  #isBroken = false;
  /** The answer to the commit of a transaction that only read. The connection goes back to the pool after it. */
  #ending: Promise<unknown> | undefined;

  constructor(pool: HostPool, client: PoolClient, statements: Statements) {
    this.#pool = pool;
    this.#client = client;
    this.#statements = statements;
  }

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    if (this.#transaction) return this.#within<Row>(this.#transaction, query);
    try {
      return await this.#run<Row>(query);
    } catch (error) {
      if (!isStale(error)) throw error;
      return this.#run(query);
    }
  }

  async #within<Row>(transaction: Transaction, query: Query): Promise<QueryResult<Row>> {
    // A change behind a BEGIN that is refused would be stored alone.
    if (!transaction.isReadOnly && query.query.kind !== 'SelectQueryNode') await transaction.begun;
    if (transaction.fault) throw transaction.fault.error;
    if (this.#transaction !== transaction) throw new Error('the transaction of this statement has ended');
    const { unawaited } = query;
    const answer = this.#answer<Row>(transaction, query);
    if (!unawaited) return answer;
    answer.catch(() => {});
    if (unawaited.rows !== undefined) transaction.lastChecked = answer;
    if (transaction.unanswered >= MOST_UNANSWERED) await answer;
    return { rows: [], numAffectedRows: BigInt(unawaited.rows ?? 0) };
  }

  async #answer<Row>(transaction: Transaction, query: Query): Promise<QueryResult<Row>> {
    transaction.unanswered += 1;
    try {
      const result = await this.#run<Row>(query);
      const { rows } = query.unawaited ?? {};
      if (rows !== undefined && result.numAffectedRows !== BigInt(rows))
        transaction.fault ??= { error: new ConflictError('the row was changed by another request') };
      if (!transaction.fault) return result;
    } catch (error) {
      transaction.fault ??= { error };
    } finally {
      transaction.unanswered -= 1;
    }
    throw transaction.fault.error;
  }

  /**
   * If this process or the network fails, these limits end the transaction and release its locks. They are
   * set for the transaction, because a pooler may give the session to others.
   */
  begin(isolationLevel: string, accessMode: string, timeout: number): void {
    const bounds = BOUNDS.map((bound) => `set local ${bound} = ${timeout}`);
    const begun = this.#control(
      [`begin isolation level ${isolationLevel} ${accessMode}`, ...bounds].join('; '),
    );
    const isReadOnly = accessMode === 'read only';
    const transaction: Transaction = { isReadOnly, begun, unanswered: 0, lastChecked: undefined };
    begun.catch((error: unknown) => {
      transaction.fault ??= { error };
    });
    this.#transaction = transaction;
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction;
    if (!transaction) throw new Error('a transaction was committed twice');
    await transaction.lastChecked;
    if (transaction.fault) throw transaction.fault.error;
    this.#requireConnection();
    this.#transaction = undefined;
    if (transaction.isReadOnly) {
      // What was read does not depend on the answer.
      this.#ending = this.#control('commit').catch(() => this.discard());
      return;
    }
    // If a statement failed, the server rolls back without reporting an error.
    const tag = await this.#confirmed();
    if (tag !== 'COMMIT' || transaction.fault) throw faultOf(transaction);
  }

  /** Returns the command tag in the server's answer. */
  async #confirmed(): Promise<string> {
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
    // The server has ended a transaction that it was told to commit.
    if (!this.#transaction) return;
    this.#requireConnection();
    this.#transaction = undefined;
    await this.#control('rollback');
  }

  /** No answer would arrive on a connection that is closed. */
  #requireConnection(): void {
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
      throw this.#translated(error);
    });
    const fault = found.rows[0] && copiesFault(found.rows[0]);
    if (fault) throw new UnavailableError(`changes would be on one machine alone: ${fault.text}`);
    seen.set(this.#client, performance.now());
  }

  async #control(command: string): Promise<string> {
    try {
      return (await this.#client.query(command)).command;
    } catch (error) {
      throw this.#translated(error);
    }
  }

  async #run<Row>({ sql, parameters, asArrays }: Query): Promise<QueryResult<Row>> {
    try {
      const query = this.#statements.query(sql, parameters);
      const run = asArrays
        ? this.#client.query({ ...query, rowMode: 'array' } as QueryArrayConfig)
        : this.#client.query(query);
      const { rows, rowCount, command } = (await run) as PgResult<Row & object>;
      return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } catch (error) {
      throw this.#translated(error);
    }
  }

  #translated(error: unknown): unknown {
    this.#isBroken ||= !leavesConnection(error);
    if (isOfServer(error)) {
      this.#isBroken = true;
      this.#pool.leave(this.#client);
    }
    const fault = translateFault(error);
    if (isStale(fault)) this.#statements.renew();
    return fault;
  }

  // biome-ignore lint/correctness/useYield: it is part of the interface, and nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read in pages, not streamed');
  }

  release(): void {
    if (this.#ending) void this.#ending.then(() => this.#client.release(this.#isBroken));
    else this.#client.release(this.#isBroken);
  }

  discard(): void {
    this.#isBroken = true;
  }
}
