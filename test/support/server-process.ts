import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { databaseOf } from './database-of.ts';
import type { Question, Reading } from './meter-process.ts';

const BIN = fileURLToPath(new URL('../../bin/diptych.js', import.meta.url));
const METER = new URL('./meter-process.ts', import.meta.url).href;

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** What it printed once it was there. */
  readonly output: string;
  readonly connection: Connection;
  signal(name: NodeJS.Signals): void;
  /** Ends it at once, as a crash does; resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it in good order; resolves to its exit status. */
  stop(): Promise<number | null>;
}

export interface MeteredServerProcess extends ServerProcess {
  readonly meter: Meter;
}

/** What the event loop and the memory of the server went through, told by the server itself. */
export interface Meter {
  reset(): Promise<void>;
  /** Since the reset. */
  read(): Promise<Reading>;
  /** Bytes in use after several garbage collections. */
  live(): Promise<number>;
}

/** Its exit status; null where a signal ended it. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** Settings of the machine's own environment stay out of the test. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DIPTYCH_')));
}

/** The command that operators start, on a data folder and free ports; `settings` by their variables. */
export async function spawnServer(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  channel: 'ipc' | 'ignore' = 'ignore',
) {
  const args = [BIN, 'serve', '--data', folder, '--port', '0', '--admin-port', '0'];
  const { 'database.url': url, 'database.preparedStatements': prepared = true } = await databaseOf(folder);
  const database = url === undefined ? {} : { DIPTYCH_DATABASE_URL: url };
  const statements = prepared ? {} : { DIPTYCH_DATABASE_PREPARED_STATEMENTS: 'false' };
  return spawn(process.execPath, args, {
    env: { ...environment(), ...database, ...statements, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', channel],
  }) as ChildProcessByStdio<null, Readable, Readable>;
}

async function started(
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

/** The same, once it is there. */
export async function startProcess(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return started(await spawnServer(folder, settings), folder);
}

/** A server that tells what it went through. */
export async function startMetered(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<MeteredServerProcess> {
  const child = await spawnServer(folder, { ...settings, NODE_OPTIONS: `--import=${METER}` }, 'ipc');
  let before: Promise<unknown> = Promise.resolve();
  // One question at a time: an answer does not say what was asked.
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
      // What has a finalizer, such as memory of sockets, is gone only with the collection after the next turn.
      const collections = [await ask<number>('live'), await ask<number>('live'), await ask<number>('live')];
      return Math.min(...collections);
    },
  };
  return { ...(await started(child, folder)), meter };
}
