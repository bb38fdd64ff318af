import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import SqliteConnection from 'better-sqlite3';
import { parse } from 'csv-parse';
import type { Cost } from '../harness/measure.ts';

/** Records of one request of the command, and so of one transaction. */
const IN_A_TRANSACTION = 100;

/** Reads a CSV file with the library of the command, and inserts its rows, as durable as those of the server. */
export async function bareImport(
  csv: string,
  path: string,
  record: Uint8Array,
  records: number,
): Promise<Cost> {
  const database = new SqliteConnection(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table holder (id text primary key, cells text, record blob)');
  const insert = database.prepare('insert into holder values (?, ?, ?)');
  const insertAll = database.transaction((rows: readonly (readonly string[])[]) => {
    for (const cells of rows) insert.run(cells[0], cells.join(';'), record);
  });
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const rows = parse({ delimiter: ';', fromLine: 2 });
  pipeline(createReadStream(csv), rows, () => undefined);
  let waiting: (readonly string[])[] = [];
  for await (const cells of rows as AsyncIterable<readonly string[]>) {
    waiting.push(cells);
    if (waiting.length < IN_A_TRANSACTION) continue;
    insertAll(waiting);
    waiting = [];
  }
  insertAll(waiting);
  const wall = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  const { count } = database.prepare('select count(*) count from holder').get() as { count: number };
  database.close();
  if (count !== records) throw new Error('rows were left out');
  return { cpu: (user + system) / records, wall: (wall * 1000) / records };
}
