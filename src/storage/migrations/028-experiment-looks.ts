import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** The last look at the statistics of an experiment, and an index that finds experiments to look at. */
export const experimentLooks: NumberedMigration = {
  name: '028-experiment-looks',
  async up(db) {
    for (const column of ['expected_users', 'looked_day'])
      await db.schema.alterTable('mediation_ab_experiment').addColumn(column, 'integer').execute();
    await db.schema.alterTable('mediation_ab_experiment').addColumn('look', 'text').execute();
    await db.schema
      .createIndex('mediation_ab_experiment_open')
      .on('mediation_ab_experiment')
      .columns(['publisher_id', 'group_id', 'experiment_id'])
      .where(sql.ref('stopped_at'), 'is', null)
      .execute();
  },
};
