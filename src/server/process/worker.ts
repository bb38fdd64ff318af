import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { WorkerMessage } from './workers.ts';

export const isWorker = (): boolean => cluster.isWorker;

const send = (message: WorkerMessage) => process.send?.(message);

/** `addresses`: the text for the terminal. */
export const tellListening = (addresses: string) => send({ type: 'diptych:listening', addresses });

/**
 * Lets a worker exit that cannot start, after it has printed the reason. The channel to the main process
 * would keep it alive.
 */
export const leaveWorkers = (): void => {
  if (cluster.isWorker) setImmediate(() => process.exit());
};

/**
 * How long a worker waits for the metrics of the other workers, in milliseconds. After that it answers with
 * its own.
 */
const PATIENCE = 6000;

let asked = 0;

/** The metrics of all workers together. Without workers, the metrics of the process. */
export async function metricsText(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  asked += 1;
  const id = asked;
  const text = await new Promise<string>((resolve) => {
    const done = (found: string) => {
      clearTimeout(timer);
      process.off('message', onMessage);
      resolve(found);
    };
    const onMessage = (message: unknown) => {
      const answer = message as WorkerMessage;
      if (answer.type === 'diptych:metrics' && answer.id === id) done(answer.text);
    };
    const timer = setTimeout(done, PATIENCE, '');
    process.on('message', onMessage);
    send({ type: 'diptych:metricsAsked', id });
  });
  return text === '' ? registry.metrics() : text;
}

/** Lets the main process collect these metrics. */
export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}
