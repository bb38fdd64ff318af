import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Runs inside of a server process, before its own code, and tells the test what single turns of the event loop cost.

/** What happened since the meter was reset. Times in milliseconds, sizes in bytes. */
export interface Reading {
  /** The most processor time between two ticks of a timer of 1 ms: for so long nobody else got a turn. */
  readonly cpu: number;
  /** The same by the clock; what other processes took from this one counts too. */
  readonly wall: number;
  /** The most memory that the process had at any moment. */
  readonly peak: number;
  /** What the process had at the moment of the reset. */
  readonly before: number;
}

export type Question = 'reset' | 'read' | 'live';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const KIB = 1024;

/** Largest resident size since it was reset. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * KIB;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * KIB;
}

function resetPeak(): void {
  // proc(5): 5 resets the largest resident size to the present one.
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** Of this thread alone: what the thread pool and the garbage collector's own threads do stops nobody. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let longest = { cpu: 0, wall: 0 };
let last = { cpu: cpuNow(), wall: performance.now() };
let before = 0;

function tick(): void {
  const now = { cpu: cpuNow(), wall: performance.now() };
  longest = {
    cpu: Math.max(longest.cpu, now.cpu - last.cpu),
    wall: Math.max(longest.wall, now.wall - last.wall),
  };
  last = now;
}

const ANSWERS: Readonly<Record<Question, () => unknown>> = {
  reset() {
    resetPeak();
    before = process.memoryUsage.rss();
    tick();
    longest = { cpu: 0, wall: 0 };
  },
  read(): Reading {
    tick();
    return { ...longest, peak: peak(), before };
  },
  /** Bytes in use after garbage collection. */
  live() {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    tick();
    return heapUsed + external;
  },
};

setInterval(tick, 1).unref();
process.on('message', (question: Question) => process.send?.(ANSWERS[question]() ?? null));
