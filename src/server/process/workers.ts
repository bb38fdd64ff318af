import cluster, { type Worker } from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { SettingsError } from '../config/settings-error.ts';

/** Messages between the main process and its workers. */
export type WorkerMessage =
  | { readonly type: 'diptych:listening'; readonly addresses: string }
  | { readonly type: 'diptych:metricsAsked'; readonly id: number }
  | { readonly type: 'diptych:metrics'; readonly id: number; readonly text: string };

interface Workers {
  /** The text for the terminal. */
  readonly addresses: string;
  /** Makes every worker read its files again. */
  reload(): void;
  /** Shuts down every worker. */
  close(): Promise<void>;
}

/**
 * How long after its exit a worker is replaced, in milliseconds, so that a worker that cannot start does
 * little harm.
 */
const PAUSE = 1000;

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve();
    else worker.once('exit', () => resolve());
  });
}

interface Listening {
  readonly worker: Worker;
  readonly addresses: string;
}

/** Starts a worker and waits until it listens. */
function started(): Promise<Listening> {
  const worker = cluster.fork();
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'diptych:listening') resolve({ worker, addresses: message.addresses });
    });
    worker.once('exit', (code) =>
      reject(
        new SettingsError([
          `a worker ended with status ${code} before it listened; its error is printed above`,
        ]),
      ),
    );
  });
}

/** Answers a worker that requested the metrics of all workers. */
function answerMetrics(): void {
  const registry = new AggregatorRegistry();
  const answer = async (worker: Worker, id: number) => {
    const text = await registry.clusterMetrics().catch(() => '');
    if (worker.isConnected()) worker.send({ type: 'diptych:metrics', id, text } satisfies WorkerMessage);
  };
  cluster.on('message', (worker, message: WorkerMessage) => {
    if (message.type === 'diptych:metricsAsked') void answer(worker, message.id);
  });
}

/**
 * Starts this command once for each worker. The workers share the ports and accept connections in turn. A
 * worker that exits is replaced.
 */
export async function startWorkers(count: number, tell: (text: string) => void): Promise<Workers> {
  let isClosing = false;
  answerMetrics();

  async function keep(worker: Worker): Promise<void> {
    await ended(worker);
    if (isClosing) return;
    tell(`worker ${worker.process.pid} ended; another one takes its place`);
    await setTimeout(PAUSE);
    if (isClosing) return;
    try {
      void keep((await started()).worker);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      if (!isClosing) void keep(worker);
    }
  }

  const all = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const close = async () => {
    isClosing = true;
    for (const worker of all()) worker.process.kill('SIGTERM');
    await Promise.all(all().map(ended));
  };
  const startAll = async () => {
    // The first worker creates the keys and tables for all of them.
    const first = await started();
    const others = await Promise.all(Array.from({ length: count - 1 }, started));
    for (const { worker } of [first, ...others]) void keep(worker);
    return first;
  };
  const { addresses } = await startAll().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    addresses,
    reload() {
      for (const worker of all()) worker.process.kill('SIGHUP');
    },
    close,
  };
}
