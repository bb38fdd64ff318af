import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Keep } from '../harness/with-folder.ts';
import { type ProcessMemory, processMemory, readCpu } from '../load/process-tree.ts';
import { serve } from '../load/serve.ts';

/** A process that does nothing. */
export interface IdleProcess {
  readonly name: string;
  readonly pid: number;
}

export interface StartedServer extends IdleProcess {
  /** Seconds from the command until it has printed its addresses, and of processor time until then. */
  readonly ready: number;
  readonly cpu: number;
}

/** What a process takes after it has been idle for some seconds. */
export interface Idle {
  readonly name: string;
  readonly seconds: number;
  readonly memory: ProcessMemory;
}

/** All of them wait at the same time. */
export async function idleMemory(
  processes: readonly IdleProcess[],
  times: readonly number[],
): Promise<readonly Idle[]> {
  const idle: Idle[] = [];
  let waited = 0;
  for (const seconds of times) {
    await setTimeout((seconds - waited) * 1000);
    waited = seconds;
    for (const { name, pid } of processes) idle.push({ name, seconds, memory: processMemory(pid) });
  }
  return idle;
}

/** Node that does nothing. */
export async function startNode(name: string, keep: Keep): Promise<IdleProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  keep(async () => void child.kill());
  await once(child, 'spawn');
  return { name, pid: child.pid! };
}

/** A new server from a folder with `bin`. */
export async function startServer(
  name: string,
  { root, data }: { readonly root: string; readonly data: string },
  keep: Keep,
): Promise<StartedServer> {
  const startedAt = performance.now();
  const { pid, stop } = await serve(data, 1, {}, join(root, 'bin/diptych.js'));
  const ready = (performance.now() - startedAt) / 1000;
  keep(stop);
  const cpu = [...readCpu([pid]).values()].reduce((sum, one) => sum + one, 0) / 1e6;
  return { name, pid, ready, cpu };
}

/** The first release that runs the sources, so that no launcher is needed. */
const WITHOUT_LAUNCHER = 24;

/** A Node on the path that is too old to run the server itself. */
function olderNode(): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return paths.find((path) => {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
      return Number.parseInt(version.slice(1), 10) < WITHOUT_LAUNCHER;
    } catch {
      return false;
    }
  });
}

/** The process that an older Node needs to start a server; undefined if there is no older Node here. */
export async function startLauncher(
  name: string,
  { root, data }: { readonly root: string; readonly data: string },
  keep: Keep,
): Promise<IdleProcess | undefined> {
  const node = olderNode();
  if (node === undefined) return undefined;
  const { pid, stop } = await serve(data, 1, {}, join(root, 'bin/diptych.js'), node);
  keep(stop);
  return { name, pid };
}
