import cluster, { type Worker } from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { SettingsError } from '../config/problems.ts';

/** What the process that starts the workers and its workers tell each other. */
export type WorkerMessage =
  | { readonly type: 'diptych:listening'; readonly addresses: string }
  | { readonly type: 'diptych:metricsAsked'; readonly id: number }
  | { readonly type: 'diptych:metrics'; readonly id: number; readonly text: string };

export interface Workers {
  /** What people are shown. */
  readonly addresses: string;
  /** Tells every worker. */
  reload(): void;
  /** Ends every worker in good order. */
  close(): Promise<void>;
}

/** Milliseconds before a worker that ended by itself is replaced, so that one that cannot start costs little. */
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

/** A worker that is listening. */
function started(): Promise<Listening> {
  const worker = cluster.fork();
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'diptych:listening') resolve({ worker, addresses: message.addresses });
    });
    worker.once('exit', (code) =>
      reject(new SettingsError([`a worker ended with status ${code} before it listened; it said why`])),
    );
  });
}

/** Metrics of all workers together, for whichever of them was asked. */
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
 * Starts this command once for each worker; they share the ports, and connections go to them by turns. A worker that
 * ends by itself is replaced.
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
    // The first makes the keys and the tables; the others find them.
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
