import type { Insertable, Kysely } from 'kysely';
import { type Prepared, prepared } from './prepared.ts';
import type { Schema } from './schema/index.ts';

/** Rows of one statement, at most, for which the statement is kept; more rows are worth compiling one. */
const FEW = 8;

type Values = Readonly<Record<string, unknown>>;

const kept = new Map<string, Prepared<Values, unknown>>();

const nameOf = (row: number, column: string) => `${row} ${column}`;

function statementFor(table: keyof Schema, columns: readonly string[], count: number) {
  const key = `${table} ${count} ${columns.join(' ')}`;
  let statement = kept.get(key);
  if (!statement) {
    statement = prepared((db, values: Values) => {
      const row = (index: number) => columns.map((column) => [column, values[nameOf(index, column)]]);
      const rows = Array.from({ length: count }, (_, index) => Object.fromEntries(row(index)));
      return db.insertInto(table).values(rows as never);
    });
    kept.set(key, statement);
  }
  return statement;
}

/** Inserts rows that all have the same columns; what a table gets often is compiled once. */
export async function insertRows<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  if (rows.length > FEW) {
    await db.insertInto(table).values(rows).execute();
    return;
  }
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.flatMap((row, index) =>
    Object.entries(row).map(([column, value]) => [nameOf(index, column), value]),
  );
  await statementFor(table, columns, rows.length)(db, Object.fromEntries(values));
}
