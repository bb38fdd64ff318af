import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

interface Asked {
  readonly url: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Answered {
  readonly rows?: readonly Record<string, unknown>[];
  readonly fault?: string;
}

interface Bridge {
  ask(asked: Asked): Answered;
}

/** Longest that a statement of a test may take, milliseconds. */
const PATIENCE = 60_000;

function bridge(): Bridge {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1: ours, port2: theirs } = new MessageChannel();
  const worker = new Worker(new URL('sync-worker.ts', import.meta.url), {
    workerData: { signal, port: theirs },
    transferList: [theirs],
  });
  worker.unref();
  return {
    ask(asked) {
      const before = Atomics.load(signal, 0);
      ours.postMessage(asked);
      Atomics.wait(signal, 0, before, PATIENCE);
      const answer = receiveMessageOnPort(ours)?.message as Answered | undefined;
      if (answer === undefined) throw new Error('PostgreSQL did not answer the test');
      return answer;
    },
  };
}

let known: Bridge | undefined;

/** Rows of a statement, waited for as those of SQLite are, so that tests read the same on both. */
export function queryPostgres(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): readonly Record<string, unknown>[] {
  known ??= bridge();
  const { rows, fault } = known.ask({ url, sql, values });
  if (rows === undefined) throw new Error(`${fault}: ${sql}`);
  return rows;
}
