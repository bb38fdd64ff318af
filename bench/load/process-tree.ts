import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Meter } from '../harness/measure.ts';

const STAT = '/proc/self/schedstat';

/** Throws if this system has no /proc. */
export function requireProc(): void {
  if (existsSync(STAT)) return;
  throw new Error('this benchmark reads CPU and memory of processes from /proc, which only Linux has');
}

/** The file of a process that has ended counts as empty. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

const numbersIn = (folder: string) => readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** proc(5): `pid (comm) state ppid …`; the name may contain any character. */
function parentOf(pid: string): number {
  const stat = textOf(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Processes and all their descendants. */
function withChildren(roots: readonly number[]): readonly number[] {
  const children = Map.groupBy(numbersIn('/proc').map(Number), (pid) => parentOf(String(pid)));
  const found = [...roots];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** CPU time in microseconds, from schedstat of every thread, which counts nanoseconds. */
function cpuOf(pid: number): number {
  let threads: string[] = [];
  try {
    threads = numbersIn(`/proc/${pid}/task`);
  } catch {
    return 0;
  }
  const spent = threads.map((thread) => Number.parseInt(textOf(`/proc/${pid}/task/${thread}/schedstat`), 10));
  return spent.reduce((sum, one) => sum + (one || 0), 0) / 1000;
}

export type CpuReading = ReadonlyMap<number, number>;

/** CPU time of processes and all their descendants. */
export const readCpu = (roots: readonly number[]): CpuReading =>
  new Map(withChildren(roots).map((pid) => [pid, cpuOf(pid)]));

/** Microseconds between two readings. Processes that ended in between are left out. */
export const cpuBetween = (before: CpuReading, after: CpuReading): number =>
  [...after].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);

/** Measures a process that knows nothing of it, so its garbage collector cannot be called. */
export const meterOf = (pid: number): Meter => ({
  collect: () => {},
  cpu: () => cpuBetween(new Map(), readCpu([pid])),
});

/** Memory of one process in bytes. */
export interface ProcessMemory {
  /** All of it, and what is left if pages that others use too are divided among them. */
  readonly rss: number;
  readonly pss: number;
  /** The highest RSS so far. */
  readonly peak: number;
}

export function processMemory(pid: number): ProcessMemory {
  const bytes = (file: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(textOf(`/proc/${pid}/${file}`))?.[1] ?? 0) * 1024;
  return {
    rss: bytes('smaps_rollup', 'Rss'),
    pss: bytes('smaps_rollup', 'Pss'),
    peak: bytes('status', 'VmHWM'),
  };
}

/** Memory of processes and all their descendants in bytes. Shared memory is counted once (PSS). */
export function memoryOf(roots: readonly number[]): number {
  return withChildren(roots).reduce((sum, pid) => sum + processMemory(pid).pss, 0);
}
