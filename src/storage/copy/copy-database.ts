import type { Kysely } from 'kysely';
import { UserError } from '../../conventions/user-error.ts';
import { PRIMARY_KEYS, type Schema, TABLES } from '../schema/index.ts';
import { insertion } from '../statements.ts';
import { type AnyRow, countRows, lastRow, pages, type Table, type TableSum, tableSum } from './rows.ts';

/** The copy cannot be made, or it differs from its source. */
class CopyError extends UserError {
  override readonly name = 'CopyError';
}

export interface CopyProgress {
  readonly step: 'copy' | 'compare';
  readonly table: Table;
  readonly done: number;
  readonly rows: number;
}

const sameKey = (table: Table, a: AnyRow, b: AnyRow) =>
  PRIMARY_KEYS[table].every((column) => String(a[column]) === String(b[column]));

/** Where the copy of a table continues: after the rows of an interrupted copy. */
interface Start {
  readonly table: Table;
  readonly done: number;
  readonly after: AnyRow | undefined;
}

/** @throws CopyError if the target contains anything but the first rows of the source */
async function startOf(from: Kysely<Schema>, to: Kysely<Schema>, table: Table): Promise<Start> {
  const after = await lastRow(to, table);
  if (after === undefined) return { table, done: 0, after };
  const done = await countRows(to, table);
  const same = await lastRow(from, table, after);
  if (same === undefined || !sameKey(table, same, after) || (await countRows(from, table, after)) !== done)
    throw new CopyError(
      `${table} of the target has rows that the source has not; copy into an empty database`,
    );
  return { table, done, after };
}

async function copyTable(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
  { table, done: before, after }: Start,
  observe: (progress: CopyProgress) => void,
): Promise<void> {
  const rows = await countRows(from, table);
  let done = before;
  for await (const page of pages(from, table, after)) {
    const columns = Object.keys(page[0] ?? {});
    const values = page.map((row) => columns.map((column) => row[column]));
    await insertion(table, columns, values).execute(to);
    done += page.length;
    observe({ step: 'copy', table, done, rows });
  }
}

async function compare(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
  observe: (progress: CopyProgress) => void,
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const [index, table] of TABLES.entries()) {
    observe({ step: 'compare', table, done: index, rows: TABLES.length });
    const [source, target] = await Promise.all([tableSum(from, table), tableSum(to, table)]);
    if (source.rows !== target.rows || source.checksum !== target.checksum) {
      const counts = `${source.rows} rows here, ${target.rows} there`;
      throw new CopyError(
        `${table} is not equal after the copy (${counts}); empty the target and copy again`,
      );
    }
    sums.push(source);
  }
  return sums;
}

/**
 * Copies every table in the order of its primary key, and continues an interrupted copy. Meanwhile nothing else may write to
 * the target, and the source must not change: it is a snapshot, or no server uses it. @throws CopyError if the target contains
 * other rows; in this case nothing is written
 */
export async function copyTables(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
  observe: (progress: CopyProgress) => void,
): Promise<void> {
  const starts: Start[] = [];
  for (const table of TABLES) starts.push(await startOf(from, to, table));
  for (const start of starts) await copyTable(from, to, start, observe);
}

/** Copies every table, and compares counts and checksums of both databases. @throws CopyError */
export async function copyDatabase(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
  observe: (progress: CopyProgress) => void,
): Promise<readonly TableSum[]> {
  await copyTables(from, to, observe);
  return compare(from, to, observe);
}
