import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall } from '../apt.ts';
import { freePort } from '../free-port.ts';
import { ownerOf } from './binaries.ts';
import type { PostgresServer } from './start.ts';

/** The first version of PgBouncer that supports prepared statements in transaction mode. */
const PREPARES_SINCE = [1, 21];

function version(): readonly number[] | undefined {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  return status === 0 ? /(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) : undefined;
}

function isAtLeast([major = 0, minor = 0]: readonly number[], [from = 0, since = 0]: readonly number[]) {
  return major > from || (major === from && minor >= since);
}

export interface Pooler {
  /** Address without a database name. */
  readonly url: string;
  /** The required value of `database.preparedStatements`. */
  readonly knowsPrepared: boolean;
  stop(): Promise<void>;
}

/** Maximum number of connections to the server for each database. */
export const POOL_SIZE = 4;

/** Few connections for many clients, so that clients which wrongly rely on session state interfere with each other. */
const SETTINGS = {
  listen_addr: '127.0.0.1',
  unix_socket_dir: '',
  pool_mode: 'transaction',
  auth_type: 'trust',
  default_pool_size: String(POOL_SIZE),
  max_client_conn: '500',
  server_idle_timeout: '5',
  max_prepared_statements: '100',
};

function listening(output: NodeJS.ReadableStream): Promise<void> {
  let told = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk) => {
      told += String(chunk);
      if (told.includes('process up')) resolve();
    });
    output.once('end', () => reject(new Error(`PgBouncer ended:\n${told}`)));
  });
}

/** Starts PgBouncer in transaction mode in front of the server; undefined if it is not available. */
export async function startPooler(server: PostgresServer): Promise<Pooler | undefined> {
  if (version() === undefined) aptInstall('pgbouncer', 'PgBouncer for the tests behind a pooler');
  const found = version();
  if (found === undefined) return undefined;
  const knowsPrepared = isAtLeast(found, PREPARES_SINCE);
  const { hostname, port } = new URL(server.url('postgres'));
  const { max_prepared_statements, ...older } = SETTINGS;
  const folder = mkdtempSync(join(tmpdir(), 'diptych-pooler-'));
  const [users, file] = [join(folder, 'users'), join(folder, 'pgbouncer.ini')];
  const listenPort = await freePort();
  const settings = {
    ...older,
    ...(knowsPrepared && { max_prepared_statements }),
    listen_port: String(listenPort),
    auth_file: users,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('')}`);
  const owner = ownerOf();
  if (owner) for (const path of [folder, users, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn('pgbouncer', [file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(child.stderr);
  return {
    url: `postgres://postgres@127.0.0.1:${listenPort}/`,
    knowsPrepared,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
