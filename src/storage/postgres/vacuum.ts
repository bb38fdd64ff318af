import type { PoolClient } from 'pg';
import { type HostRole, hostPool } from './host-pool.ts';

/** How long a connection, and the vacuum of one table, may take, in milliseconds. */
const TIMEOUT = { connect: 10_000, vacuum: 3_600_000 } as const;

/** Vacuums tables in the background. Nothing relies on it: autovacuum does the same later. */
interface Vacuum {
  /** Rows that are deleted now are vacuumed, although a vacuum is running. */
  start(tables: readonly string[]): void;
  stop(): void;
}

/** Uses a connection of its own, because a vacuum of a large table takes long. It waits for no transaction. */
export function vacuumOf(urls: readonly string[], role: HostRole): Vacuum {
  const due = new Set<string>();
  let using: PoolClient | undefined;
  let [isRunning, isStopped] = [false, false];

  async function vacuumDue(): Promise<void> {
    const pool = hostPool({ urls, role, size: 1, timeout: TIMEOUT.connect });
    try {
      using = await pool.connect();
      for (const table of due) {
        due.delete(table);
        if (isStopped) break;
        const vacuum = { text: `vacuum ${table}`, query_timeout: TIMEOUT.vacuum };
        await using.query(vacuum);
      }
    } finally {
      using?.release(true);
      using = undefined;
      await pool.end();
    }
  }

  async function run(): Promise<void> {
    while (due.size > 0 && !isStopped) await vacuumDue();
  }

  return {
    start(tables) {
      for (const table of tables) due.add(table);
      if (isRunning) return;
      isRunning = true;
      run()
        .catch(() => due.clear())
        .finally(() => {
          isRunning = false;
        });
    },
    stop() {
      isStopped = true;
      // Closes the connection, although the server has not answered.
      void using?.end().catch(() => {});
    },
  };
}
