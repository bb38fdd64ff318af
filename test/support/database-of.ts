import { hash } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres/start.ts';

/** Which database the suite runs on. */
export const DATABASE = inject('database');

/** A name for the database that stands for a data folder. */
const nameOf = (folder: string) => `diptych_${hash('sha256', folder, 'hex').slice(0, 24)}`;

/** Address of the PostgreSQL database that stands for a data folder. */
export const postgresUrl = (folder: string) => `${inject('postgres')}${nameOf(folder)}`;

async function administer(command: string): Promise<void> {
  const client = new Client({ connectionString: `${inject('postgres')}postgres` });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}

/**
 * Settings, by their dotted names, of a server on this data folder. On PostgreSQL its database is made when it is
 * asked for first.
 */
export async function databaseOf(folder: string): Promise<Readonly<Record<string, string>>> {
  if (DATABASE === 'sqlite') return {};
  try {
    await administer(`create database ${nameOf(folder)} template ${TEMPLATE}`);
  } catch (error) {
    // duplicate_database: the folder was served before.
    if ((error as { code?: string }).code !== '42P04') throw error;
  }
  return { 'database.url': postgresUrl(folder) };
}

export async function dropDatabaseOf(folder: string): Promise<void> {
  if (DATABASE === 'postgres') await administer(`drop database if exists ${nameOf(folder)} with (force)`);
}
