import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ChainPart, type ExportedEntry, parseEntry } from '../../audit/index.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { UsageError } from '../failures.ts';

/** The audit log in the database. */
export async function* exported(connection: Connection): AsyncGenerator<ExportedEntry> {
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

/** @throws UsageError that names the first line that is not an entry */
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
