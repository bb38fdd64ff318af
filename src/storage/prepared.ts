import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema/index.ts';

/** Stands in a query for a value that is known when it runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const PLACEHOLDERS = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

type Build<Values, Row> = (db: Kysely<Schema>, values: Values) => Compilable<Row>;
type Run<Values, Answer> = (db: Kysely<Schema>, values: Values) => Promise<Answer>;

function compiledOnce<Values extends object, Row>(build: Build<Values, Row>): Run<Values, QueryResult<Row>> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();

  function queryFor(db: Kysely<Schema>): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, PLACEHOLDERS as Values).compile();
      compiled.set(adapter, query);
    }
    return query;
  }

  return (db, values) => {
    const query = queryFor(db);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return db.executeQuery({ ...query, parameters });
  };
}

export type Prepared<Values, Row> = Run<Values, readonly Row[]>;

/**
 * A query whose text is always the same: it is built and compiled once for each kind of database, and then only run.
 * `build` gets a placeholder for every value, so it may put them into the query but not look at them.
 */
export function prepared<Values extends object, Row>(build: Build<Values, Row>): Prepared<Values, Row> {
  const run = compiledOnce(build);
  return async (db, values) => (await run(db, values)).rows;
}

export type PreparedChange<Values> = Run<Values, number>;

/** The same for a statement that changes rows; answers how many. */
export function preparedChange<Values extends object>(build: Build<Values, unknown>): PreparedChange<Values> {
  const run = compiledOnce(build);
  return async (db, values) => Number((await run(db, values)).numAffectedRows ?? 0n);
}
