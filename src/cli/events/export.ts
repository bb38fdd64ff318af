import { closeSync, createReadStream, existsSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ChainPart, type ExportedEntry, parseEntry } from '../../audit/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';

/** The audit log in the database. */
async function* exported(connection: Connection): AsyncGenerator<ExportedEntry> {
  let pageToken: string | undefined;
  do {
    const page = await callAdmin(connection, 'exportEvents', pageToken === undefined ? {} : { pageToken });
    yield* page.entries;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

function entryIn(value: unknown, place: string): ChainPart {
  const entry = parseEntry(value);
  if (entry) return entry;
  throw new UsageError(`${place} is not a line of an exported audit log`);
}

export async function* served(connection: Connection): AsyncGenerator<ChainPart> {
  for await (const entry of exported(connection)) yield entryIn(entry, 'the answer');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws UsageError with the number of the first line that is not an entry */
export async function* inFile(path: string): AsyncGenerator<ChainPart> {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  let number = 0;
  for await (const text of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    yield entryIn(parsed(text), `line ${number} of ${path}`);
  }
}

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly out: string;
}

/** An earlier export is not overwritten. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `${path} exists already` : `${path} cannot be written: ${code}`);
  }
}

/** Writes the audit log with its seals as JSON Lines. */
export async function exportEvents(options: Options): Promise<void> {
  const connection = connectionOf(options);
  const descriptor = newFile(options.out);
  const counted = { lines: 0, seals: 0, timeStamps: 0 };
  try {
    for await (const entry of exported(connection)) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      if ('seal' in entry) counted.seals += 1;
      else if ('line' in entry) counted.lines += 1;
      else counted.timeStamps += 1;
    }
  } finally {
    closeSync(descriptor);
  }
  const { lines, seals, timeStamps } = counted;
  const stamped = timeStamps === 0 ? '' : ` with ${timeStamps} time stamps`;
  print(counted, options, () => `${lines} events and ${seals} seals${stamped}`);
}
