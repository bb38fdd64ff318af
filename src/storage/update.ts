import type { Insertable, Kysely } from 'kysely';
import { ConflictError } from '../conventions/conflict.ts';
import { type PreparedChange, preparedChange } from './prepared.ts';
import type { Schema } from './schema/index.ts';

/** Tables of rows that count their changes. */
type Revised = {
  [Table in keyof Schema]: Schema[Table] extends { revision: number } ? Table : never;
}[keyof Schema];

type Row = Readonly<Record<string, unknown>>;

const kept = new Map<string, PreparedChange<Row>>();

function statementFor(table: Revised, id: string, columns: readonly string[]) {
  const key = `${table} ${columns.join(' ')}`;
  let statement = kept.get(key);
  if (!statement) {
    statement = preparedChange((db, row: Row) =>
      db
        .updateTable(table)
        .set(Object.fromEntries(columns.map((column) => [column, row[column]])) as never)
        .where(id as never, '=', row[id] as never)
        .where('revision' as never, '=', row.before as never),
    );
    kept.set(key, statement);
  }
  return statement;
}

/**
 * Writes a row that was changed since it was read; `row` holds the revision that was read. `fixed` are the columns that
 * never change, the id first: an index of one of these is not touched.
 * @throws ConflictError when somebody else changed it first
 */
export async function updateRow<Table extends Revised>(
  db: Kysely<Schema>,
  table: Table,
  fixed: readonly (keyof Schema[Table] & string)[],
  row: Insertable<Schema[Table]> & { readonly revision: number },
): Promise<void> {
  const [id = ''] = fixed;
  const columns = Object.keys(row).filter((column) => !(fixed as readonly string[]).includes(column));
  const values = { ...row, before: row.revision, revision: row.revision + 1 };
  const changed = await statementFor(table, id, columns)(db, values);
  if (changed !== 1) throw new ConflictError('the row was changed by another request');
}
