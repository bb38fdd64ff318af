const EVERY = 10;
const MEBI = 1024 * 1024;

export interface Watched {
  /** Memory in use at its highest above that before the work, in MiB. */
  readonly peak: number;
  /** Processor time of the longest turn of the event loop, in milliseconds: other processes do not change it. */
  readonly turn: number;
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
  let [most, longest, last] = [before, 0, threadTime()];
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
  }, EVERY);
  await work();
  isDone = true;
  clearInterval(timer);
  return { peak: (most - before) / MEBI, turn: longest / 1000 };
}
