import type { Insertable, Kysely } from 'kysely';
import { type PreparedChange, preparedChange } from './prepared.ts';
import type { Schema } from './schema/index.ts';

/** Rows of one statement, at most: few texts to keep, and far below the parameter limits of the databases. */
const ROWS_PER_STATEMENT = 16;

/** Row after row, in the order of the columns. */
type Values = readonly unknown[];

const kept = new Map<string, PreparedChange<Values>>();

function statementFor(table: keyof Schema, columns: readonly string[], count: number) {
  const key = `${table} ${count} ${columns.join(' ')}`;
  let statement = kept.get(key);
  if (!statement) {
    statement = preparedChange((db, values: Values) => {
      const cell = (row: number, column: number) => values[row * columns.length + column];
      const rowOf = (row: number) => columns.map((name, column) => [name, cell(row, column)]);
      const rows = Array.from({ length: count }, (_, row) => Object.fromEntries(rowOf(row)));
      return db.insertInto(table).values(rows as never);
    });
    kept.set(key, statement);
  }
  return statement;
}

/** Inserts rows that all have the same columns, by statements that were compiled once. */
export async function insertRows<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    const part: readonly object[] = rows.slice(first, first + ROWS_PER_STATEMENT);
    const values = part.flatMap((row) => columns.map((column) => row[column as keyof object]));
    await statementFor(table, columns, part.length)(db, values);
  }
}
