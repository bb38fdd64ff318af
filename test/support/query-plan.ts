import { type CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import type { Schema } from '../../src/storage/schema/index.ts';
import { DATABASE } from './database-of.ts';

/** The first statement that a function of a reader runs. */
async function statementOf(
  { reader }: Database,
  run: (reader: Kysely<Schema>) => Promise<unknown>,
): Promise<CompiledQuery> {
  let statement: CompiledQuery | undefined;
  let isAnswered = false;
  const capture: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      // Parts of a statement are transformed before the whole statement.
      if (!isAnswered) statement = reader.getExecutor().compileQuery(node, queryId);
      return node;
    },
    async transformResult({ result }) {
      isAnswered = true;
      return result;
    },
  };
  await run(reader.withPlugin(capture));
  return statement as CompiledQuery;
}

/** The query plan. The database is told to avoid sorting, because for few rows it prefers sorting to an index. */
export async function planOf(
  database: Database,
  run: (reader: Kysely<Schema>) => Promise<unknown>,
): Promise<string> {
  const { sql: text, parameters } = await statementOf(database, run);
  const explain = DATABASE === 'sqlite' ? 'explain query plan' : 'explain';
  const compiled = { ...sql.raw(`${explain} ${text}`).compile(database.reader), parameters };
  return database.write(async (transaction) => {
    if (DATABASE === 'postgres')
      for (const way of ['seqscan', 'sort', 'incremental_sort', 'bitmapscan'])
        await sql.raw(`set local enable_${way} = off`).execute(transaction);
    const { rows } = await transaction.executeQuery(compiled as CompiledQuery);
    return JSON.stringify(rows);
  });
}
