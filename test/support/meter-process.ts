import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Runs in a server process before the server, and reports how long single turns of its event loop take.

/** Measurements since the last reset of the meter. Times in milliseconds, sizes in bytes. */
export interface Reading {
  /** Maximum processor time between two ticks of a timer of 1 ms. For this time, the server served no other request. */
  readonly cpu: number;
  /** The same in wall time, which includes the time that other processes took. */
  readonly wall: number;
  /** Maximum memory of the process. */
  readonly peak: number;
  /** Memory of the process at the reset. */
  readonly before: number;
}

export type Question = 'reset' | 'read' | 'live';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const KIB = 1024;

/** Maximum resident size since the last reset. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * KIB;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * KIB;
}

function resetPeak(): void {
  // proc(5): 5 resets the maximum resident size to the current one.
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** Time of this thread only: the thread pool and the threads of the garbage collector block no requests. */
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
