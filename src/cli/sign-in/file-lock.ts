import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../files/is-running.ts';
import { readPrivateFile } from '../../keys/private-files.ts';
import { UsageError } from '../cli-errors.ts';

/** In milliseconds. Nobody holds a lock for longer than the server may take to renew a sign-in. */
const LONGEST_HELD = 120_000;
const LONGEST_WAIT = 150_000;
const PAUSE = 20;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** A file of another user is no lock that this process can check: like one of another machine, it ends by its age. */
function textIn(path: string): string | undefined {
  const read = readPrivateFile(path);
  return read && 'problem' in read ? '' : read?.text;
}

/** Whether the process that wrote the lock has ended without removing it. */
function isLeft(path: string, text: string): boolean {
  const [pid, host] = text.split(' ');
  if (host === hostname() && /^\d{1,10}$/.test(pid ?? '')) return !isRunning(Number(pid));
  const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > LONGEST_HELD;
}

/** Removes a lock that was left, unless another process has replaced it in the meantime. */
function removeLeft(path: string, text: string, mine: string): void {
  const aside = `${path}.${mine.split(' ').at(-1)}`;
  try {
    renameSync(path, aside);
    if (textIn(aside) !== text) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  }
  rmSync(aside, { force: true });
}

function take(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

let taken = 0;

/** Runs the work while no other process does so with the same lock. A lock of a killed process is replaced. */
export async function exclusively<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  taken += 1;
  const mine = `${process.pid} ${hostname()} ${process.pid}-${taken}`;
  const until = performance.now() + LONGEST_WAIT;
  while (!take(path, mine)) {
    const text = textIn(path);
    if (text !== undefined && isLeft(path, text)) removeLeft(path, text, mine);
    else if (performance.now() > until)
      throw new UsageError(`another command holds ${path}; if none runs, remove that file`);
    else await sleep(PAUSE);
  }
  try {
    return await work();
  } finally {
    if (textIn(path) === mine) rmSync(path, { force: true });
  }
}
