import { type Kysely, sql } from 'kysely';
import type { ExperimentLook, OpenExperiment } from '../../mediation/ports/entities.ts';
import type { Schema } from '../schema/index.ts';

export async function openExperiments(
  db: Kysely<Schema>,
  most: number,
  after?: OpenExperiment,
): Promise<readonly OpenExperiment[]> {
  let query = db
    .selectFrom('mediation_ab_experiment')
    .select(['publisher_id', 'group_id', 'experiment_id', 'started_at', 'ends_at', 'looked_day'])
    .where('stopped_at', 'is', null);
  if (after) {
    const { publisherId, groupId, experimentId } = after;
    query = query.where(
      sql<boolean>`(publisher_id, group_id, experiment_id) > (${publisherId}, ${groupId}, ${experimentId})`,
    );
  }
  const rows = await query
    .orderBy('publisher_id')
    .orderBy('group_id')
    .orderBy('experiment_id')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    publisherId: row.publisher_id,
    groupId: row.group_id,
    experimentId: row.experiment_id,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    ...(row.looked_day !== null && { lookedDay: row.looked_day }),
  }));
}

/** The revision stays, because nobody changed the experiment. */
export async function keepLook(
  db: Kysely<Schema>,
  { publisherId, groupId, experimentId }: OpenExperiment,
  look: ExperimentLook,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mediation_ab_experiment')
    .set({ looked_day: look.day, look: JSON.stringify(look) })
    .where('publisher_id', '=', publisherId)
    .where('group_id', '=', groupId)
    .where('experiment_id', '=', experimentId)
    .where('stopped_at', 'is', null)
    .where(({ eb, or }) => or([eb('looked_day', 'is', null), eb('looked_day', '<', look.day)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
