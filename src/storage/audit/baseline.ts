import type { Kysely } from 'kysely';
import type { BaselineReader, BaselineWriter } from '../../audit/ports/baseline.ts';
import type { Schema } from '../schema/index.ts';

/** The table has one row. */
const ROW = 'last';

export function baselineReader(db: Kysely<Schema>): BaselineReader {
  return {
    async baseline() {
      const row = await db.selectFrom('configuration_baseline').selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const members = JSON.parse(row.content) as Record<string, string>;
      return { digest: row.digest, members, startedAt: row.started_at };
    },
  };
}

export function baselineWriter(db: Kysely<Schema>): BaselineWriter {
  return {
    async saveBaseline({ digest, members, startedAt }) {
      const set = { digest, content: JSON.stringify(members), started_at: startedAt };
      const query = db.insertInto('configuration_baseline').values({ baseline_id: ROW, ...set });
      await query.onConflict((conflict) => conflict.column('baseline_id').doUpdateSet(set)).execute();
    },
  };
}
