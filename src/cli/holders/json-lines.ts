import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { inlineFiles } from './files.ts';
import type { SourceRecord } from './source.ts';

function parsed(line: string, path: string): Omit<SourceRecord, 'place'> {
  try {
    return inlineFiles(JSON.parse(line), path);
  } catch {
    return { record: undefined, problem: 'is not JSON' };
  }
}

/** One record a line; empty lines are passed over. */
export async function* jsonLineRecords(path: string): AsyncGenerator<SourceRecord> {
  const input = createReadStream(path, 'utf8');
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line.trim() !== '') yield { place: `line ${number}`, ...parsed(line, path) };
    }
  } finally {
    input.destroy();
  }
}
