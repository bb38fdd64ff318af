import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { describe, expect, it } from 'vitest';
import released from '../../../test/upgrade/released.json' with { type: 'json' };
import { dialectTypes, type NumberedMigration } from './dialect.ts';
import { MIGRATION_NAMES } from './index.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
}

const COLUMNS = `select t.name as "table", c.name, c.type, c."notnull", c.dflt_value
  from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.name`;

/** The columns of unique indexes and keys. */
const UNIQUE = `select t.name || ' ' || group_concat(c.name, ' ' order by c.name) as columns
  from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
  where t.type = 'table' and i."unique" = 1 group by t.name, i.name`;

async function schemaAfter(names: readonly string[]) {
  const database = new Database(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  for (const name of names) {
    const [step] = Object.values(
      await import(new URL(`./${name}.ts`, import.meta.url).href),
    ) as readonly NumberedMigration[];
    await step?.up(db, dialectTypes('sqlite'));
  }
  const columns = database.prepare(COLUMNS).all() as readonly Column[];
  const unique = database.prepare(UNIQUE).pluck().all() as readonly string[];
  await db.destroy();
  return { columns, unique };
}

/** Why a version that knows only the schema `before` cannot work with the schema `after`. */
function obstacles(before: readonly Column[], after: readonly Column[]): readonly string[] {
  const keyOf = ({ table, name }: Column) => `${table}.${name}`;
  const [known, now] = [before, after].map((columns) => new Map(columns.map((one) => [keyOf(one), one])));
  const tables = new Set(before.map(({ table }) => table));
  const lost = before.flatMap((column) => {
    const { type, notnull } = now?.get(keyOf(column)) ?? {};
    if (type === undefined) return [`${keyOf(column)} is gone`];
    if (type !== column.type) return [`${keyOf(column)} has another type`];
    return notnull === 1 && column.notnull === 0 ? [`${keyOf(column)} is needed now`] : [];
  });
  const added = after.filter((column) => tables.has(column.table) && !known?.has(keyOf(column)));
  const needed = added.filter(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null);
  return [...lost, ...needed.map((column) => `${keyOf(column)} is new and needed`)];
}

describe('The migrations since the released version', async () => {
  const before = await schemaAfter(MIGRATION_NAMES.filter((name) => name <= released.schema));
  const after = await schemaAfter(MIGRATION_NAMES);

  it('they keep every column that the released version uses, and require none that it does not write', () => {
    expect(before.columns.length).toBeGreaterThan(150);
    expect(obstacles(before.columns, after.columns)).toEqual([]);
  });

  it('they make no columns unique that the released version writes', () => {
    const known = new Set(before.columns.map(({ table, name }) => `${table} ${name}`));
    const added = after.unique.filter((columns) => !before.unique.includes(columns));
    const refused = added.filter((columns) => {
      const [table, ...names] = columns.split(' ');
      return names.every((name) => known.has(`${table} ${name}`));
    });
    expect(refused).toEqual([]);
  });

  it('a column that is gone, needed or of another type is found', () => {
    const column: Column = { table: 'code', name: 'id', type: 'text', notnull: 0, dflt_value: null };
    const other = { ...column, name: 'until' };
    expect(obstacles([column, other], [{ ...column, type: 'integer' }])).toEqual([
      'code.id has another type',
      'code.until is gone',
    ]);
    expect(
      obstacles(
        [column],
        [
          { ...column, notnull: 1 },
          { ...other, notnull: 1 },
        ],
      ),
    ).toEqual(['code.id is needed now', 'code.until is new and needed']);
    expect(obstacles([column], [column, { ...other, notnull: 1, dflt_value: '0' }])).toEqual([]);
  });
});
