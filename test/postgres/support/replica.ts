import { spawnSync } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { ownerOf } from '../../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/start.ts';

async function connected(server: PostgresServer): Promise<Client> {
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  return client;
}

/** Files may vanish while a server runs: the same section says that this is no error. */
function copyOfRunning(from: string, to: string): void {
  const { stderr } = spawnSync('cp', ['-a', `${from}/.`, to], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const faults = stderr.split('\n').filter((line) => line && !line.endsWith(': No such file or directory'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Copies the data folder of a running server (PostgreSQL 26.3.3, "Making a base backup using the low level API"). */
export async function baseBackup(primary: PostgresServer, data: string): Promise<void> {
  const client = await connected(primary);
  await client.query(`select pg_backup_start('copy', true)`);
  copyOfRunning(primary.data, data);
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  await client.end();
  const owner = ownerOf();
  for (const [name, text] of Object.entries({ backup_label: rows[0].labelfile, 'standby.signal': '' })) {
    writeFileSync(join(data, name), text);
    if (owner) chownSync(join(data, name), owner.uid, owner.gid);
  }
  rmSync(join(data, 'postmaster.pid'));
}

interface ReplicaOptions {
  /** The name by which `synchronous_standby_names` of the primary can name it. */
  readonly name?: string;
  /** As in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Replica extends PostgresServer {
  /** Stops replaying changes of the primary. */
  pause(): Promise<void>;
  /** Replays changes again. Resolves when the replica has everything that the primary has stored so far. */
  catchUp(): Promise<void>;
}

/** `primary_conninfo` of a standby that reports itself by this name. */
export function conninfoOf(primary: PostgresServer, name: string): string {
  const { hostname, port } = new URL(primary.url('postgres'));
  return `host=${hostname} port=${port} user=postgres application_name=${name}`;
}

/** A read-only server that replicates the primary. */
export async function startReplica(
  primary: PostgresServer,
  { name = 'replica', settings = {} }: ReplicaOptions = {},
): Promise<Replica> {
  const replica = await startPostgres({
    settings: { ...settings, primary_conninfo: conninfoOf(primary, name) },
    fill: (data) => baseBackup(primary, data),
  });

  async function ask(server: PostgresServer, statement: string): Promise<string> {
    const client = await connected(server);
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    await client.end();
    return String(rows[0]?.[0]);
  }

  return {
    ...replica,
    async pause() {
      await ask(replica, 'select pg_wal_replay_pause()');
      while ((await ask(replica, 'select pg_get_wal_replay_pause_state()')) !== 'paused');
    },
    async catchUp() {
      await ask(replica, 'select pg_wal_replay_resume()');
      const now = await ask(primary, 'select pg_current_wal_lsn()');
      while ((await ask(replica, `select pg_last_wal_replay_lsn() >= '${now}'`)) !== 'true');
    },
  };
}
