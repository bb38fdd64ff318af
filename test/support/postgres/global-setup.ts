import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { makeTemplate, startPostgres, TEMPLATE } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: 'sqlite' | 'postgres';
    /** Address of the server, without the database; empty where none was started. */
    postgres: string;
  }
}

/** One server for all tests; what a crash would lose matters only to tests that start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await makeTemplate(server);
  project.provide('postgres', server.url(''));
  return () => server.stop();
}
