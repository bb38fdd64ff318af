import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';
import type { PoolClient } from 'pg';
import { PostgresConnection } from './connection.ts';
import { CommitInDoubt, translateFault } from './faults.ts';
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
      of(connection).begin(isolationLevel, accessMode, timeout);
    },
    async commitTransaction(connection) {
      try {
        await of(connection).commit();
      } catch (error) {
        if (error instanceof CommitInDoubt) onDoubt();
        throw error;
      }
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
