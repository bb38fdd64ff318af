import SqliteConnection from 'better-sqlite3';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Client } from 'pg';
import type { Context } from '../../src/server/context/context.ts';
import type { QueryForm } from '../../src/storage/statements.ts';
import { DATABASE, postgresUrl } from './database-of.ts';

type Query = CompiledQuery & QueryForm;

interface Counted {
  readonly rows: number;
  /** Undefined if the statement was only explained. */
  readonly result?: QueryResult<unknown>;
  readonly plan: () => unknown;
}

interface Counter {
  /** How often a statement is counted with other values. */
  readonly mostTimes: number;
  count(query: Query): Promise<Counted>;
  close(): Promise<unknown>;
}

/**
 * Calls a function for each row that a part of a statement looks at, before it compares anything that no index compared. The
 * argument is the number of the part.
 */
function instrumented(text: string): string {
  let parts = 0;
  const called = () => {
    parts += 1;
    return `looked_at(${parts})`;
  };
  return text
    .replaceAll(/ where /g, () => ` where ${called()} and `)
    .replaceAll(
      / from ("\w+"(?: as "\w+")?)(?= order | limit | union |\)|$)/g,
      (_, table: string) => ` from ${table} where ${called()}`,
    );
}

/** SQLite has no EXPLAIN ANALYZE, so the statement runs with a function that counts. */
function sqliteCounter(path: string): Counter {
  const connection = new SqliteConnection(path, { readonly: true });
  const statements = new Map<string, SqliteConnection.Statement>();
  let counts: number[] = [];
  connection.function('looked_at', { deterministic: false }, (part: number) => {
    counts[part] = (counts[part] ?? 0) + 1;
    return 1;
  });
  return {
    mostTimes: Number.POSITIVE_INFINITY,
    async count({ sql, parameters, asArrays = false }) {
      const key = `${sql} ${asArrays}`;
      const statement = statements.get(key) ?? connection.prepare(instrumented(sql)).raw(asArrays);
      statements.set(key, statement);
      counts = [0];
      const result = { rows: statement.all(parameters) };
      const plan = () => connection.prepare(`explain query plan ${sql}`).all(parameters);
      return { rows: Math.max(...counts.filter(Boolean), 0), result, plan };
    },
    close: async () => connection.close(),
  };
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that one part of a plan looks at. */
function rowsOf(node: PlanNode): number {
  const below = Math.max(0, ...(node.Plans ?? []).map(rowsOf));
  if (node['Relation Name'] === undefined) return below;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.max(below, (node['Actual Rows'] + removed) * node['Actual Loops']);
}

const switched = (ways: readonly string[], how: 'on' | 'off') =>
  ways.map((way) => `set enable_${way} = ${how};`).join('');

/** What PostgreSQL prefers to an index while tables are small. */
const SCANS = ['seqscan', 'bitmapscan'];
/** What it prefers to the order of an index; but where only few rows are found, it is right to sort them. */
const SORTS = ['sort', 'incremental_sort'];
/** Rows that may be sorted. */
const FEW = 1000;

async function postgresCounter(folder: string): Promise<Counter> {
  const client = new Client({ connectionString: postgresUrl(folder) });
  await client.connect();
  await client.query(switched(SCANS, 'off'));
  return {
    // Each costs a second run.
    mostTimes: 3,
    async count({ sql, parameters }) {
      const text = `explain (analyze, timing off, format json) ${sql}`;
      const counted = async (sorting: 'on' | 'off') => {
        await client.query(switched(SORTS, sorting));
        const explained = await client.query({ text, values: [...parameters] });
        const plan = explained.rows[0]['QUERY PLAN'][0].Plan as PlanNode;
        return { rows: rowsOf(plan), plan: () => plan };
      };
      const byIndex = await counted('off');
      if (byIndex.rows <= FEW) return byIndex;
      const sorted = await counted('on');
      return sorted.rows < byIndex.rows ? sorted : byIndex;
    },
    close: () => client.end(),
  };
}

interface Looked {
  readonly statement: string;
  /** The most that a part of it looked at. */
  readonly rows: number;
  readonly plan: unknown;
}

interface Watch {
  /** Each statement since the watch began, with the most rows that it looked at. */
  readonly looked: Map<string, Looked>;
  close(): Promise<void>;
}

/** Counts the rows that each reading statement of a server looks at. */
export async function watchRows({ database, folder }: Context, root: string): Promise<Watch> {
  const counter = DATABASE === 'sqlite' ? sqliteCounter(folder.database) : await postgresCounter(root);
  const looked = new Map<string, Looked>();
  const times = new Map<string, number>();
  const executor = database.reader.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const before = looked.get(query.sql);
    const time = (times.get(query.sql) ?? 0) + 1;
    times.set(query.sql, time);
    if (time > counter.mostTimes) return execute<Row>(query);
    const { rows, result, plan } = await counter.count(query);
    if (before === undefined || before.rows < rows)
      looked.set(query.sql, { statement: query.sql, rows, plan: plan() });
    return (result as QueryResult<Row> | undefined) ?? execute<Row>(query);
  };
  return {
    looked,
    async close() {
      executor.executeQuery = execute;
      await counter.close();
    },
  };
}
