import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { makeTemplate, type PostgresServer, startPostgres, TEMPLATE } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: 'sqlite' | 'postgres';
    /** Address of the server, without a database name; empty if no server was started. */
    postgres: string;
    /**
     * The same address through a pooler, and whether the pooler supports prepared statements; empty without a
     * pooler.
     */
    pooler: { readonly url: string; readonly knowsPrepared: boolean };
  }
}

/** Nothing that a crash or a standby needs, and no work beside that of the tests. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
};

/**
 * Starts one server for all tests, without durability, where they have their temporary files: in memory, a new database
 * takes a seventh of the time. Tests that crash a server start their own.
 */
export async function startForTests(project: TestProject): Promise<PostgresServer> {
  const { TMPDIR = tmpdir() } = project.config.env;
  const folder = mkdtempSync(join(TMPDIR, 'diptych-postgres-'));
  const server = await startPostgres({ settings: SETTINGS, folder });
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await makeTemplate(server);
  project.provide('postgres', server.url(''));
  return server;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startForTests(project);
  return () => server.stop();
}
