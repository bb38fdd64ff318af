import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

interface Asked {
  readonly url: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Answered {
  /** Id of the question. */
  readonly id: number;
  readonly rows?: readonly Record<string, unknown>[];
  readonly fault?: string;
}

interface Bridge {
  ask(asked: Asked): Answered;
}

/** Time limit of a statement in milliseconds. */
const PATIENCE = 180_000;

function bridge(): Bridge {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1: ours, port2: theirs } = new MessageChannel();
  const worker = new Worker(new URL('sync-worker.ts', import.meta.url), {
    workerData: { signal, port: theirs },
    transferList: [theirs],
  });
  worker.unref();
  let asks = 0;

  /** The answer to this question. A late answer to an earlier question is dropped. */
  function answerTo(id: number): Answered {
    for (;;) {
      const seen = Atomics.load(signal, 0);
      const answer = receiveMessageOnPort(ours)?.message as Answered | undefined;
      if (answer?.id === id) return answer;
      if (answer !== undefined) continue;
      if (Atomics.wait(signal, 0, seen, PATIENCE) === 'timed-out')
        throw new Error('PostgreSQL did not answer the test');
    }
  }

  return {
    ask(asked) {
      asks += 1;
      ours.postMessage({ ...asked, id: asks });
      return answerTo(asks);
    },
  };
}

let known: Bridge | undefined;

/** Waits synchronously for the rows of a statement, as on SQLite, so that tests are the same for both databases. */
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
