import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';

interface OfPublisher {
  readonly publisherId: string;
}

interface OfGroup extends OfPublisher {
  readonly groupId: string;
}

/** At most this many rows after an id. */
interface Part {
  readonly after: string;
  readonly most: number;
}

export const publisherById = prepared((db, { publisherId }: OfPublisher) =>
  db.selectFrom('publisher').selectAll().where('publisher_id', '=', publisherId),
);

export const groupById = prepared((db, { publisherId, groupId }: OfGroup) =>
  db
    .selectFrom('mediation_group')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('group_id', '=', groupId),
);

/** The publishers that have a group with this id: one look into the key of groups for each publisher. */
export const publishersOfGroup = prepared(
  (db, { groupId, most }: { readonly groupId: string; readonly most: number }) =>
    db
      .selectFrom('publisher')
      .select('publisher_id')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('mediation_group')
            .select('group_id')
            .whereRef('mediation_group.publisher_id', '=', 'publisher.publisher_id')
            .where('group_id', '=', groupId),
        ),
      )
      .orderBy('publisher_id')
      .limit(most),
);

function groups(db: Kysely<Schema>, { publisherId, after, most }: OfPublisher & Part) {
  return db
    .selectFrom('mediation_group')
    .where('publisher_id', '=', publisherId)
    .where('group_id', '>', after)
    .orderBy('group_id')
    .limit(most);
}

/** The size of a group in bytes, computed without reading it. */
export const groupWeight = sql<number>`octet_length(targeting) + octet_length(lines)`;

const VERSION = ['group_id', 'revision', groupWeight.as('weight')] as const;

const allGroups = {
  rows: prepared((db, of: OfPublisher & Part) => groups(db, of).selectAll()),
  versions: prepared((db, of: OfPublisher & Part) => groups(db, of).select(VERSION)),
};

const groupsInUse = {
  rows: prepared((db, of: OfPublisher & Part) => groups(db, of).where('archived_at', 'is', null).selectAll()),
  versions: prepared((db, of: OfPublisher & Part) =>
    groups(db, of).where('archived_at', 'is', null).select(VERSION),
  ),
};

/** The groups after an id. */
export const groupsAfter = (withArchived: boolean) => (withArchived ? allGroups : groupsInUse);

/** Reads experiments together with their groups in one statement, so that both have the same state. */
function experiments(db: Kysely<Schema>, { publisherId, groupId }: OfGroup) {
  return db
    .selectFrom('mediation_ab_experiment as e')
    .innerJoin('mediation_group as g', (join) =>
      join.onRef('g.publisher_id', '=', 'e.publisher_id').onRef('g.group_id', '=', 'e.group_id'),
    )
    .where('e.publisher_id', '=', publisherId)
    .where('e.group_id', '=', groupId);
}

/** Until an experiment is stopped, its lines are those of the group. */
const OF_THE_GROUP = ['g.lines as group_lines', 'g.revision as group_revision'] as const;

export const experimentById = prepared((db, of: OfGroup & { readonly experimentId: string }) =>
  experiments(db, of).where('e.experiment_id', '=', of.experimentId).selectAll('e').select(OF_THE_GROUP),
);

function experimentPart(db: Kysely<Schema>, of: OfGroup & Part) {
  const { after, most } = of;
  return experiments(db, of).where('e.experiment_id', '>', after).orderBy('e.experiment_id').limit(most);
}

export const experimentsAfter = prepared((db, of: OfGroup & Part) =>
  experimentPart(db, of).selectAll('e').select(OF_THE_GROUP),
);

/** The sizes of experiments in bytes, computed without reading them. */
export const experimentWeightsAfter = prepared((db, of: OfGroup & Part) =>
  experimentPart(db, of).select(
    sql<number>`octet_length(coalesce(e.lines, g.lines)) + coalesce(octet_length(e.look), 0)`.as('weight'),
  ),
);

/** The sizes of rows in bytes, without the columns that are always short. */
export const WEIGHT = {
  publisher: sql<number>`octet_length(display_name)`,
  app: sql<number>`coalesce(octet_length(display_name), 0) + coalesce(octet_length(linked), 0)`,
  adUnit: sql<number>`octet_length(display_name) + octet_length(ad_types) + coalesce(octet_length(reward), 0)`,
  servingKey: sql<number>`octet_length(display_name)`,
  mapping: sql<number>`octet_length(configurations)`,
};
