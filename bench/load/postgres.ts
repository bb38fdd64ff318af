import { Client } from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres/start.ts';

/** A PostgreSQL server with its default durability. */
export interface Postgres {
  readonly pid: number;
  /** Creates a database and returns its address. */
  newDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

async function createDatabase(server: PostgresServer, name: string): Promise<void> {
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

export async function newPostgres(): Promise<Postgres> {
  const server = await startPostgres();
  return {
    pid: server.pid,
    async newDatabase(name) {
      await createDatabase(server, name);
      return server.url(name);
    },
    stop: server.stop,
  };
}
