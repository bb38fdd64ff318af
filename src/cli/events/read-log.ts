import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ChainPart, parseEntry } from '../../audit/index.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import type { Connection } from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { exported } from './export.ts';

function entryIn(value: unknown, place: string): ChainPart {
  const entry = parseEntry(value);
  if (entry) return entry;
  throw new UsageError(`${place} is not a line of an exported audit log`);
}

/** The audit log of the running server. */
export async function* served(connection: Connection): AsyncGenerator<ChainPart> {
  for await (const entry of exported(connection)) yield entryIn(entry, 'the answer');
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
    yield entryIn(jsonOrUndefined(text), `line ${number} of ${path}`);
  }
}
