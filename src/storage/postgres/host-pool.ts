import pg from 'pg';
import { COPIES, type CopiesState, copiesFault } from './copies.ts';

/**
 * `any`: none. `primary`: those that refuse writes. `primaryWithCopies`: also those without a synchronous standby, because
 * an old primary that was started again has none, and accepts writes that the new primary never gets. `bestPrimary`: the same,
 * but if no host is left, then as `primary`, to find out what it lacks.
 */
export type HostRole = 'any' | 'primary' | 'primaryWithCopies' | 'bestPrimary';

export interface PoolOptions {
  /**
   * `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=FILE`: the same database on each host, in
   * the order in which they are tried.
   */
  readonly urls: readonly string[];
  /** If there are several hosts: which servers are passed over. */
  readonly role: HostRole;
  /** Maximum number of connections. */
  readonly size: number;
  /** How long to wait for a connection, and for the answer to a statement, in milliseconds. */
  readonly timeout: number;
}

/** Connections to the first host that can be used. */
export interface HostPool {
  connect(): Promise<pg.PoolClient>;
  /**
   * After a fault of a server or of the network: the caller closes this connection. If there are several hosts, no other
   * connection that exists is used again, and the next one looks for a host. With one host, its name may lead to another
   * server by now.
   */
  leave(client: pg.PoolClient): void;
  end(): Promise<void>;
}

const INT8 = 20;

/** Times and counts are far below 2^53, so they are read as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** A host that cannot be used; `cause` says why. Another one may be usable. */
class HostFault extends Error {
  override readonly name = 'HostFault';
}

/** True in a standby, and where an operator or a full disk has stopped writes. */
const REFUSES_WRITES = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as value`;

/** Why a server does not have the role. */
async function whyNot(client: pg.PoolClient, role: HostRole): Promise<string | undefined> {
  const { rows } = await client.query<{ value: boolean }>(REFUSES_WRITES);
  if (rows[0]?.value) return 'none of the hosts accepts writes';
  if (role === 'primary') return undefined;
  const copies = await client.query<CopiesState>(COPIES);
  const fault = copies.rows[0] && copiesFault(copies.rows[0]);
  return fault && `none of the hosts can be used; of the last one, ${fault.text}`;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

function configOf({ size, timeout }: PoolOptions) {
  const times = { connectionTimeoutMillis: timeout, query_timeout: timeout };
  return { ...times, max: size, keepAlive: true, pipeline: true, types };
}

/** With errors handled where the connection is used. */
function quiet(pool: pg.Pool): pg.Pool {
  // If an idle connection breaks, the pool drops it. A query gets an error only if it cannot get another
  // connection.
  pool.on('error', () => {});
  // If a connection breaks between two statements of a transaction, the next statement gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function ofOneHost(options: PoolOptions): HostPool {
  const pool = quiet(new pg.Pool({ ...configOf(options), connectionString: options.urls[0] }));
  return { connect: () => pool.connect(), leave: () => {}, end: () => pool.end() };
}

function ofHosts(options: PoolOptions): HostPool {
  const { urls, timeout } = options;
  const config = configOf(options);
  let { role } = options;
  let current = 0;
  /** Increases when connections that exist must not be used again. */
  let age = 0;
  const ages = new WeakMap<pg.ClientBase, number>();

  class HostClient extends pg.Client {
    readonly #host: number;

    constructor() {
      const connectionTimeoutMillis = Math.ceil(timeout / urls.length);
      super({ ...config, connectionString: urls[current], connectionTimeoutMillis });
      this.#host = current;
    }

    override connect(): Promise<this>;
    override connect(done: Connected): void;
    override connect(done?: Connected): Promise<this> | undefined {
      if (!done) throw new TypeError('a pool connects with a callback');
      super.connect((error: Error | null) =>
        (done as (error: Error | null) => void)(error && this.fault(error)),
      );
      return undefined;
    }

    /** The next connection tries the host after this one. */
    fault(cause: unknown): HostFault {
      if (current === this.#host) current = (current + 1) % urls.length;
      return new HostFault('the host cannot be used', { cause });
    }
  }

  async function refusal(client: pg.PoolClient): Promise<HostFault | undefined> {
    const host = client as pg.ClientBase as HostClient;
    try {
      const why = await whyNot(client, role);
      return why === undefined ? undefined : host.fault(new Error(why));
    } catch (error) {
      return host.fault(error);
    }
  }

  const pool = quiet(
    new pg.Pool({
      ...config,
      Client: HostClient,
      ...(role !== 'any' && { verify: (client, done) => void refusal(client).then(done) }),
    }),
  );
  pool.on('connect', (client) => ages.set(client, age));

  return {
    async connect() {
      let faults = 0;
      for (;;) {
        try {
          const client = await pool.connect();
          if (ages.get(client) === age) return client;
          client.release(true);
        } catch (error) {
          if (!(error instanceof HostFault)) throw error;
          faults += 1;
          if (faults < urls.length) continue;
          if (role !== 'bestPrimary') throw error.cause;
          role = 'primary';
          faults = 0;
        }
      }
    },
    leave(client) {
      if (ages.get(client) === age) age += 1;
    },
    end: () => pool.end(),
  };
}

export const hostPool = (options: PoolOptions): HostPool =>
  options.urls.length === 1 ? ofOneHost(options) : ofHosts(options);
