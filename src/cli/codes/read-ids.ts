import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../exit.ts';

const HEADINGS: ReadonlySet<string> = new Set(['id', 'holder', 'holderid']);

/** The first column of a CSV file, or its lines: ids of holders. A heading `id` or `holder` is left out. */
export function readHolderIds(path: string): readonly string[] {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  const options = { bom: true, relaxColumnCount: true, skipEmptyLines: true, trim: true } as const;
  let rows: readonly (readonly string[])[];
  try {
    rows = parse(readFileSync(path, 'utf8'), options);
  } catch (cause) {
    throw new UsageError(`${path} is not CSV`, { cause });
  }
  const ids = rows.map(([id = '']) => id).filter((id) => id !== '');
  return HEADINGS.has(ids[0]?.toLowerCase() ?? '') ? ids.slice(1) : ids;
}
