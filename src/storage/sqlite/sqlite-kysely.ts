import type SqliteConnection from 'better-sqlite3';
import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { Schema } from '../schema/index.ts';
import { translated } from './faults.ts';

/** Statements kept prepared for each connection; far above the number of distinct statements. */
const MAX_STATEMENTS = 512;

/** Kysely prepares every query anew; the statements are few, so they are kept. */
function preparedOnce(connection: SqliteConnection.Database) {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql: string): SqliteStatement {
      const known = statements.get(sql);
      if (known) return known;
      const statement = connection.prepare(sql) as unknown as SqliteStatement;
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
    close: () => connection.close(),
  };
}

type Statements = ReturnType<typeof preparedOnce>;

/**
 * Built with SQLITE_ENABLE_STAT4, SQLite plans by the values of parameters that it sees in `LIMIT ?`, or in `= ?` beside
 * ORDER BY, and prepares such a statement anew whenever they are bound. It does not look through a unary plus, which
 * changes no value (https://www.sqlite.org/lang_expr.html).
 */
class StableQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** A connection that answers at once need not be waited for. */
class ImmediateExecutor extends DefaultQueryExecutor {
  readonly #statements: Statements;

  constructor(statements: Statements, provider: ConnectionProvider) {
    super(new StableQueryCompiler(), new SqliteAdapter(), provider);
    this.#statements = statements;
  }

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const statement = this.#statements.prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      const { changes } = statement.run(parameters);
      return { numAffectedRows: BigInt(changes), rows: [] };
    } catch (error) {
      throw translated(error);
    }
  }
}

/** Kysely on a connection of better-sqlite3. Only migrations, which ask for a connection, wait for their turn on it. */
export function sqliteKysely(connection: SqliteConnection.Database): Kysely<Schema> {
  const database = preparedOnce(connection);
  const dialect = new SqliteDialect({ database });
  const waiting = new Kysely<Schema>({ dialect }).getExecutor();
  const executor = new ImmediateExecutor(database, waiting);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}
