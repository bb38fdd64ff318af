import { monitorEventLoopDelay } from 'node:perf_hooks';

const EVERY = 10;
const MEBI = 1024 * 1024;

export interface Watched {
  /** Memory in use at its highest above that before the work, in MiB. */
  readonly peak: number;
  /** The longest time for which nothing else could run, in milliseconds. */
  readonly delay: number;
}

const inUse = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Runs work and watches its memory and how long it blocks others. */
export async function watched(work: () => Promise<unknown>): Promise<Watched> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const before = inUse();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, inUse());
  }, EVERY);
  delays.enable();
  await work();
  delays.disable();
  clearInterval(timer);
  return { peak: (most - before) / MEBI, delay: delays.max / 1e6 };
}
