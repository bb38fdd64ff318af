import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../../src/storage/postgres/postgres-database.ts';
import { type Binaries, binariesFor, type Owner, ownerOf } from './binaries.ts';

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface PostgresServer {
  /** Of a database on it; `postgres` is always there. */
  url(database: string): string;
  /** Ends it and removes what it stored. */
  stop(): Promise<void>;
}

/** Not byte order, so that a statement that forgot to ask for it is found. */
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
      if (told.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with status ${code}:\n${told}`)));
  });
}

/** A PostgreSQL server of its own; `settings` as in postgresql.conf. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const owner = ownerOf();
  const binaries = await binariesFor(owner);
  const folder = mkdtempSync(join(tmpdir(), 'diptych-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  makeCluster(binaries, folder, owner);
  const port = await freePort();
  const lines = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '500',
    ...settings,
  }).map(([name, value]) => `${name} = '${value}'\n`);
  writeFileSync(join(folder, 'postgresql.auto.conf'), lines.join(''));
  const server = spawn(binaries.postgres, ['-D', folder], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(server);
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      // Fast shutdown: connections that are left are ended.
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The database that those of the tests are copies of: its tables are made once. */
export const TEMPLATE = 'diptych_template';

export async function makeTemplate({ url }: PostgresServer): Promise<void> {
  const database = openPostgres({ url: url(TEMPLATE), poolSize: 1, timeout: 60_000, prepare: false });
  await database.migrate();
  await database.close();
}
