import { type Cost, THIS_PROCESS } from '../harness/measure.ts';

const EVERY = 10;
const MEBI = 1024 * 1024;

export interface Watched {
  /** Memory in use at its highest above that before the work, in MiB. */
  readonly peak: number;
  /** Processor time of the longest turn of the event loop, in milliseconds: other processes do not change it. */
  readonly turn: number;
  /** Memory of the process at its highest, in MiB: also that of DuckDB. */
  readonly resident: number;
  /** In microseconds. */
  readonly cost: Cost;
}

/** Processor time of this thread, in microseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const inUse = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Runs work and watches its memory and how long it blocks others. */
export async function watched(work: () => Promise<unknown>): Promise<Watched> {
  const before = inUse();
  let [most, resident, longest, last] = [before, 0, 0, threadTime()];
  const [cpu, beganAt] = [THIS_PROCESS.cpu(), performance.now()];
  let isDone = false;
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  const timer = setInterval(() => {
    most = Math.max(most, inUse());
    resident = Math.max(resident, process.memoryUsage.rss());
  }, EVERY);
  await work();
  isDone = true;
  clearInterval(timer);
  const cost = { cpu: THIS_PROCESS.cpu() - cpu, wall: (performance.now() - beganAt) * 1000 };
  return { peak: (most - before) / MEBI, turn: longest / 1000, resident: resident / MEBI, cost };
}
