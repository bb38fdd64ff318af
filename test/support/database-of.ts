import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import { TEMPLATE } from './postgres/start.ts';

/** The kind of database that the suite uses. */
export const DATABASE = inject('database');

/** Name of the database that belongs to a data folder. */
const nameOf = (folder: string) => `diptych_${hash('sha256', folder, 'hex').slice(0, 24)}`;

/** Data folders whose databases are on servers that a test started itself. */
const elsewhere = new Map<string, string>();

/** Makes this data folder use the existing database at the address. */
export function useDatabase(folder: string, url: string): void {
  elsewhere.set(folder, url);
}

/** Address of the PostgreSQL database that belongs to a data folder. */
export const postgresUrl = (folder: string) =>
  elsewhere.get(folder) ?? `${inject('postgres')}${nameOf(folder)}`;

let administrator: Promise<Client> | undefined;

/** One connection for all databases of a worker. The server closes it at its end. */
async function administratorOf(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {
    administrator = undefined;
  });
  await client.connect();
  return client;
}

async function administer(command: string): Promise<void> {
  administrator ??= administratorOf(`${inject('postgres')}postgres`);
  await (await administrator).query(command);
}

export interface DatabaseSettings {
  readonly 'database.url'?: string;
  readonly 'database.preparedStatements'?: boolean;
}

/** The address of the database of a data folder; through the pooler, if there is one. */
function settingsOf(folder: string): DatabaseSettings {
  const { url, knowsPrepared } = inject('pooler');
  if (url === '') return { 'database.url': postgresUrl(folder) };
  return { 'database.url': `${url}${nameOf(folder)}`, 'database.preparedStatements': knowsPrepared };
}

/**
 * Settings, by their dotted names, of a server on this data folder. On PostgreSQL, the first call creates the
 * database.
 */
export async function databaseOf(folder: string): Promise<DatabaseSettings> {
  if (DATABASE === 'sqlite') return {};
  if (elsewhere.has(folder)) return { 'database.url': postgresUrl(folder) };
  try {
    // Copies the files of the template, in half of the time of the standard, which writes each page to the log too.
    await administer(`create database ${nameOf(folder)} template ${TEMPLATE} strategy file_copy`);
  } catch (error) {
    // duplicate_database: a server has used the folder before.
    if ((error as { code?: string }).code !== '42P04') throw error;
  }
  return settingsOf(folder);
}

async function fileWithTables(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-template-'));
  const path = join(folder, 'template.sqlite');
  const database = openSqlite(path);
  await database.migrate();
  await database.close();
  const file = readFileSync(path);
  rmSync(folder, { recursive: true });
  return file;
}

let template: Promise<Buffer> | undefined;

/**
 * Settings as from `databaseOf`. A data folder without a database gets one that already has all tables, because
 * making them takes longer than most tests.
 */
export async function readyDatabaseOf(folder: string): Promise<DatabaseSettings> {
  if (DATABASE === 'postgres') return databaseOf(folder);
  const { database } = dataFolder(folder);
  template ??= fileWithTables();
  const file = await template;
  if (!existsSync(database)) writeFileSync(database, file, { mode: 0o600 });
  return {};
}

export async function dropDatabaseOf(folder: string): Promise<void> {
  if (DATABASE === 'postgres' && !elsewhere.delete(folder))
    await administer(`drop database if exists ${nameOf(folder)} with (force)`);
}
