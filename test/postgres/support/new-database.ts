import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** Creates an empty database and returns its address. */
export async function newDatabase(): Promise<string> {
  const name = `diptych_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: `${inject('postgres')}postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${inject('postgres')}${name}`;
}
