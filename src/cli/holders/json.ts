import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../exit.ts';
import { inlineFiles } from './files.ts';
import { recordJson } from './record-json.ts';
import type { SourceRecord } from './source.ts';

/** A JSON document is read at once; more records fit into JSON Lines or CSV. */
const MAX_FILE = 256 * 1024 * 1024;

function parse(path: string): unknown {
  if (statSync(path).size > MAX_FILE) {
    throw new UsageError(
      `${path} is too large for one JSON document; write one record a line (.jsonl) or CSV`,
    );
  }
  // The decoder drops a byte order mark.
  const { value, problem } = recordJson(new TextDecoder().decode(readFileSync(path)));
  if (problem !== undefined) throw new UsageError(`${path} ${problem}`);
  return value;
}

function listOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  const { holders } = (content ?? {}) as { readonly holders?: unknown };
  return Array.isArray(holders) ? holders : [content];
}

/** A record, a list of them, or `{"holders": [ … ]}`. */
export async function* jsonRecords(path: string): AsyncGenerator<SourceRecord> {
  for (const [index, record] of listOf(parse(path)).entries()) {
    yield { place: `record ${index + 1}`, ...inlineFiles(record, path) };
  }
}
