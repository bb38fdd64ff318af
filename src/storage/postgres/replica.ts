import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { UnavailableError } from '../../conventions/errors.ts';
import type { Schema } from '../schema/index.ts';
import { StatementRefused } from './faults.ts';
import { kyselyOn } from './postgres-kysely.ts';

/** How long a replica that did not answer gets no queries, in milliseconds. */
const PAUSE = 5000;

interface ReplicaOptions {
  readonly primary: Kysely<Schema>;
  /** The replica. It may lag behind, also in its schema, or be unreachable. */
  readonly copy: Kysely<Schema>;
  /** A clock in milliseconds with any starting point. */
  readonly now?: () => number;
}

export interface Replica {
  /** For statements that only read. */
  readonly kysely: Kysely<Schema>;
  /** Number of statements that the primary answered because the replica did not. */
  readonly missed: () => number;
}

/** Queries the replica, and the primary if the replica does not answer. */
export function replicaOf({ primary, copy, now = () => performance.now() }: ReplicaOptions): Replica {
  let missed = 0;
  let askAgainAt: number | undefined;

  /** As long as the replica is unreachable, only one statement at a time tries it again. */
  function mayAsk(): boolean {
    if (askAgainAt === undefined) return true;
    if (now() < askAgainAt) return false;
    askAgainAt = now() + PAUSE;
    return true;
  }

  async function fromCopy<Row>(query: CompiledQuery): Promise<QueryResult<Row> | undefined> {
    if (!mayAsk()) return undefined;
    try {
      const result = await copy.executeQuery<Row>(query);
      askAgainAt = undefined;
      return result;
    } catch (error) {
      if (error instanceof UnavailableError) askAgainAt = now() + PAUSE;
      else if (!(error instanceof StatementRefused)) throw error;
      return undefined;
    }
  }

  async function executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const answered = await fromCopy<Row>(query);
    if (answered) return answered;
    missed += 1;
    return primary.executeQuery<Row>(query);
  }

  const refuse = async () => {
    throw new Error('a copy is read without transactions');
  };
  // biome-ignore lint/correctness/useYield: it is part of the interface, and nothing here streams
  async function* streamQuery() {
    throw new Error('rows are read in pages, not streamed');
  }
  const kysely = kyselyOn({
    init: async () => {},
    acquireConnection: async () => ({ executeQuery, streamQuery }),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: () => copy.destroy(),
  });
  return { kysely, missed: () => missed };
}
