import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { BIN } from './bin.ts';
import { databaseOf } from './database-of.ts';
import type { Question, Reading } from './meter-process.ts';

const BESIDE = fileURLToPath(new URL('beside-process.ts', import.meta.url));
const METER = new URL('./meter-process.ts', import.meta.url).href;

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** The output of the process at its start. */
  readonly output: string;
  readonly connection: Connection;
  signal(name: NodeJS.Signals): void;
  /** Kills the process, as a crash does; resolves when it has ended. */
  kill(): Promise<void>;
  /** Shuts down gracefully; resolves to the exit status. */
  stop(): Promise<number | null>;
}

export interface MeteredServerProcess extends ServerProcess {
  readonly meter: Meter;
}

/** Measurements of the event loop and the memory, made in the server process. */
export interface Meter {
  reset(): Promise<void>;
  /** Measurements since the reset. */
  read(): Promise<Reading>;
  /** Bytes that are still in use after several garbage collections. */
  live(): Promise<number>;
}

/** Exit status; null if a signal ended the process. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** The environment of this process without its Diptych settings. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DIPTYCH_')));
}

/** Runs `diptych serve` on a data folder and free ports; `settings` are passed as variables. */
export async function spawnServer(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  channel: 'ipc' | 'ignore' = 'ignore',
  bin = BIN,
) {
  const args = [bin, 'serve', '--data', folder, '--port', '0', '--admin-port', '0'];
  const { 'database.url': url, 'database.preparedStatements': prepared = true } = await databaseOf(folder);
  const database = url === undefined ? {} : { DIPTYCH_DATABASE_URL: url };
  const statements = prepared ? {} : { DIPTYCH_DATABASE_PREPARED_STATEMENTS: 'false' };
  return spawn(process.execPath, args, {
    env: { ...environment(), ...database, ...statements, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', channel],
  }) as ChildProcessByStdio<null, Readable, Readable>;
}

/** Waits until a process that runs `diptych serve` on a data folder listens. */
export async function started(
  child: ChildProcessByStdio<null, Readable, Readable>,
  folder: string,
): Promise<ServerProcess> {
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${String(chunk)}`.slice(-4000);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (/admin +http.*\n/.test(output)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with status ${code}: ${errors}`)));
  });
  const origin = (name: string) => new RegExp(`^${name} +(http://[^/]+)/`, 'm').exec(output)?.[1] ?? '';
  return {
    pid: child.pid as number,
    url: origin('issuer panel'),
    output,
    connection: { url: origin('admin'), token: readFileSync(join(folder, 'admin.token'), 'utf8').trim() },
    signal(name) {
      child.kill(name);
    },
    async kill() {
      child.kill('SIGKILL');
      await exitOf(child);
    },
    stop() {
      child.kill('SIGTERM');
      return exitOf(child);
    },
  };
}

/** Starts the process and waits until it listens. `bin` is that of an installed package, in place of this folder's. */
export async function startProcess(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  bin = BIN,
): Promise<ServerProcess> {
  return started(await spawnServer(folder, settings, 'ignore', bin), folder);
}

/** Starts a server on the folder of another one, which must not be stopped, only killed. On SQLite the command refuses that. */
export const startBeside = (
  folder: string,
  settings?: Readonly<Record<string, string>>,
): Promise<ServerProcess> => startProcess(folder, settings, BESIDE);

/** Starts a server that measures itself. */
export async function startMetered(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<MeteredServerProcess> {
  const child = await spawnServer(folder, { ...settings, NODE_OPTIONS: `--import=${METER}` }, 'ipc');
  let before: Promise<unknown> = Promise.resolve();
  // One question at a time, because answers do not say which question they belong to.
  const ask = <T>(question: Question): Promise<T> => {
    const answer = before.then(async () => {
      child.send(question);
      return (await once(child, 'message'))[0] as T;
    });
    before = answer.catch(() => {});
    return answer;
  };
  const meter = {
    reset: () => ask<void>('reset'),
    read: () => ask<Reading>('read'),
    async live() {
      // Objects with a finalizer, such as buffers of sockets, are freed only by a collection after the next
      // turn of the event loop.
      const collections = [await ask<number>('live'), await ask<number>('live'), await ask<number>('live')];
      return Math.min(...collections);
    },
  };
  return { ...(await started(child, folder)), meter };
}
