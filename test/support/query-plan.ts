import { type CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import type { Schema } from '../../src/storage/schema/index.ts';
import { DATABASE } from './database-of.ts';

/** The statements that a function of a reader runs. */
async function statementsOf(
  { reader }: Database,
  run: (reader: Kysely<Schema>) => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  let statement: CompiledQuery | undefined;
  const capture: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      // Parts of a statement are transformed before the whole statement.
      statement = reader.getExecutor().compileQuery(node, queryId);
      return node;
    },
    async transformResult({ result }) {
      if (statement) statements.push(statement);
      return result;
    },
  };
  await run(reader.withPlugin(capture));
  return statements;
}

/** The query plans of all statements. The database is told to avoid sorting, because for few rows it prefers sorting to an index. */
export async function planOf(
  database: Database,
  run: (reader: Kysely<Schema>) => Promise<unknown>,
): Promise<string> {
  const statements = await statementsOf(database, run);
  const explain = DATABASE === 'sqlite' ? 'explain query plan' : 'explain';
  return database.write(async (transaction) => {
    if (DATABASE === 'postgres')
      for (const way of ['seqscan', 'sort', 'incremental_sort', 'bitmapscan'])
        await sql.raw(`set local enable_${way} = off`).execute(transaction);
    const plans: unknown[] = [];
    for (const { sql: text, parameters } of statements) {
      const compiled = { ...sql.raw(`${explain} ${text}`).compile(transaction), parameters };
      plans.push((await transaction.executeQuery(compiled as CompiledQuery)).rows);
    }
    return JSON.stringify(plans);
  });
}
