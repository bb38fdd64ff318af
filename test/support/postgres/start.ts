import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '../../../src/storage/postgres/postgres-database.ts';
import { freePort } from '../free-port.ts';
import { type Binaries, binariesFor, type Owner, ownerOf } from './binaries.ts';

export interface PostgresServer {
  /** Its data folder. */
  readonly data: string;
  /** Process id of its first process. */
  readonly pid: number;
  /** Address of a database on the server; `postgres` always exists. */
  url(database: string): string;
  /** Sends SIGKILL to all its processes. Stored data stays. */
  crash(): Promise<void>;
  /** Starts again after a crash, with the same port and data. */
  resume(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** As in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder of its programs; by default those from npm. */
  readonly programs?: string;
  /** Its data folder; by default a new one. */
  readonly folder?: string;
  /** Fills the folder with the data of another server, instead of a new cluster. */
  readonly fill?: (data: string) => Promise<void>;
}

/** The sort order is not byte order, so that a statement which relies on byte order without requesting it fails. */
const CLUSTER = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--auth=trust'];

function makeCluster({ initdb }: Binaries, folder: string, owner: Owner | undefined): void {
  const made = spawnSync(initdb, [`--pgdata=${folder}`, '--username=postgres', '--no-sync', ...CLUSTER], {
    ...owner,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
}

function listening(server: ChildProcess): Promise<void> {
  let told = '';
  return new Promise((resolve, reject) => {
    server.stderr?.on('data', (chunk) => {
      told = `${told}${String(chunk)}`.slice(-4000);
      if (/ready to accept (read-only )?connections/.test(told)) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with status ${code}:\n${told}`)));
  });
}

const isGone = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (isGone(server)) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exit;
}

function childrenOf(pid: number | undefined): readonly number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return text.split('\n').filter(Boolean).map(Number);
}

/**
 * Sends SIGKILL until the process is gone: a server does not start while an old process has its shared memory. Where nothing
 * collects dead processes it is never gone, so it waits for a second at most.
 */
async function killed(pid: number): Promise<void> {
  try {
    for (let left = 200; left > 0; left -= 1) {
      process.kill(pid, 'SIGKILL');
      await setTimeout(5);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a separate PostgreSQL server. */
export async function startPostgres({
  settings = {},
  programs,
  folder,
  fill,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const owner = ownerOf();
  const binaries = programs
    ? { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
    : await binariesFor(owner);
  const data = join(folder ?? mkdtempSync(join(tmpdir(), 'diptych-postgres-')), 'data');
  mkdirSync(data, { mode: 0o700 });
  if (owner) for (const path of [dirname(data), data]) chownSync(path, owner.uid, owner.gid);
  if (fill) await fill(data);
  else makeCluster(binaries, data, owner);
  const port = await freePort();
  const lines = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '500',
    ...settings,
  }).map(([name, value]) => `${name} = '${value}'\n`);
  writeFileSync(join(data, 'postgresql.auto.conf'), lines.join(''));
  const start = async () => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
    const started = spawn(binaries.postgres, ['-D', data], { ...owner, stdio });
    await listening(started);
    return started;
  };
  let server = await start();
  return {
    data,
    get pid() {
      return server.pid!;
    },
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async crash() {
      const children = childrenOf(server.pid);
      await ended(server, 'SIGKILL');
      await Promise.all(children.map(killed));
    },
    async resume() {
      server = await start();
    },
    async stop() {
      // Fast shutdown: closes the remaining connections.
      await ended(server, 'SIGINT');
      rmSync(dirname(data), { recursive: true, force: true });
    },
  };
}

/** A database with all tables, which is copied for each test. */
export const TEMPLATE = 'diptych_template';

export async function makeTemplate({ url }: PostgresServer): Promise<void> {
  const database = openPostgres({ url: url(TEMPLATE), poolSize: 1, timeout: 60_000, prepare: false });
  await database.migrate();
  await database.close();
}
