import { type Kysely, sql } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Schema } from '../schema/index.ts';

interface OfPublisher {
  readonly publisherId: string;
}

interface OfGroup extends OfPublisher {
  readonly groupId: string;
}

/** Rows after an id, at most so many. */
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

function groups(db: Kysely<Schema>, { publisherId, after, most }: OfPublisher & Part) {
  return db
    .selectFrom('mediation_group')
    .where('publisher_id', '=', publisherId)
    .where('group_id', '>', after)
    .orderBy('group_id')
    .limit(most);
}

export const groupsAfter = prepared((db, of: OfPublisher & Part) => groups(db, of).selectAll());

/** Bytes of what a group holds, read without reading them. */
export const groupWeight = sql<number>`octet_length(targeting) + octet_length(lines)`;

export const groupVersionsAfter = prepared((db, of: OfPublisher & Part) =>
  groups(db, of).select(['group_id', 'revision', groupWeight.as('weight')]),
);

/** An experiment with the lines of its group, which are its own until it is stopped: one statement, one state. */
function experiments(db: Kysely<Schema>, { publisherId, groupId }: OfGroup) {
  return db
    .selectFrom('mediation_ab_experiment as e')
    .innerJoin('mediation_group as g', (join) =>
      join.onRef('g.publisher_id', '=', 'e.publisher_id').onRef('g.group_id', '=', 'e.group_id'),
    )
    .selectAll('e')
    .select(['g.lines as group_lines', 'g.revision as group_revision'])
    .where('e.publisher_id', '=', publisherId)
    .where('e.group_id', '=', groupId);
}

export const experimentById = prepared((db, of: OfGroup & { readonly experimentId: string }) =>
  experiments(db, of).where('e.experiment_id', '=', of.experimentId),
);

export const experimentsAfter = prepared((db, of: OfGroup & Part) =>
  experiments(db, of).where('e.experiment_id', '>', of.after).orderBy('e.experiment_id').limit(of.most),
);
