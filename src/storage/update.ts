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

/** What of a table's rows never changes; an index of `fixed` columns is not touched. */
interface Columns<Column> {
  readonly key: readonly Column[];
  readonly fixed?: readonly Column[];
}

function statementFor(table: Revised, key: readonly string[], columns: readonly string[]) {
  const name = `${table} ${columns.join(' ')}`;
  let statement = kept.get(name);
  if (!statement) {
    statement = preparedChange((db, row: Row) => {
      const set = Object.fromEntries(columns.map((column) => [column, row[column]]));
      const query = db.updateTable(table).set(set as never);
      return key
        .reduce((named, column) => named.where(column as never, '=', row[column] as never), query)
        .where('revision' as never, '=', row.before as never);
    });
    kept.set(name, statement);
  }
  return statement;
}

/**
 * Writes a row that was changed since it was read; `row` holds the revision that was read.
 * @throws ConflictError when somebody else changed it first
 */
export async function updateRow<Table extends Revised>(
  db: Kysely<Schema>,
  table: Table,
  { key, fixed = [] }: Columns<keyof Schema[Table] & string>,
  row: Insertable<Schema[Table]> & { readonly revision: number },
): Promise<void> {
  const unchanged: ReadonlySet<string> = new Set([...key, ...fixed]);
  const columns = Object.keys(row).filter((column) => !unchanged.has(column));
  const values = { ...row, before: row.revision, revision: row.revision + 1 };
  const changed = await statementFor(table, key, columns)(db, values);
  if (changed !== 1) throw new ConflictError('the row was changed by another request');
}
