import { LRUCache } from 'lru-cache';
import type { MediationAbExperiment, MediationGroup } from '../../mediation/ports/entities.ts';
import { type ExperimentRow, toExperiment, toGroup } from './group-rows.ts';
import type { Row } from './rows.ts';

/** Maximum size of the cached entities of one kind. */
const MOST = 16 * 1024 * 1024;

/** Size of an entity besides the JSON of its row. */
const OWN_WEIGHT = 2048;

interface Kind<Row extends Version, Version, Entity> {
  readonly make: (row: Row) => Entity;
  /** A key of the entity, the same for all its versions. */
  readonly keyOf: (version: Version) => string;
  /** Two rows of an entity with the same version are equal. */
  readonly versionOf: (version: Version) => string | number;
  /** Length of the JSON in a row, in code units. */
  readonly lengthOf: (row: Row) => number;
}

interface Entities<Row extends Version, Version, Entity> {
  readonly of: (row: Row) => Entity;
  /** The entity of this version, if it is cached. */
  readonly known: (version: Version) => Entity | undefined;
}

interface Kept<Entity> {
  readonly version: string | number;
  readonly entity: Entity;
}

/**
 * Makes entities from rows and caches the latest version of each. May only be used for committed rows: after
 * a rollback, another change could get the same version.
 */
export function recentEntities<Row extends Version, Version, Entity>({
  make,
  keyOf,
  versionOf,
  lengthOf,
}: Kind<Row, Version, Entity>): Entities<Row, Version, Entity> {
  const kept = new LRUCache<string, Kept<Entity>>({ maxSize: MOST });

  function known(version: Version): Entity | undefined {
    const last = kept.get(keyOf(version));
    return last?.version === versionOf(version) ? last.entity : undefined;
  }

  return {
    known,
    of(row) {
      const last = known(row);
      if (last !== undefined) return last;
      const entity = make(row);
      kept.set(keyOf(row), { version: versionOf(row), entity }, { size: lengthOf(row) + OWN_WEIGHT });
      return entity;
    },
  };
}

type GroupRow = Row<'mediation_group'>;
type GroupVersion = Pick<GroupRow, 'publisher_id' | 'group_id' | 'revision'>;

/** How rows with JSON become entities. */
export interface FromRows {
  readonly groups: Entities<GroupRow, GroupVersion, MediationGroup>;
  readonly experiments: Entities<ExperimentRow, ExperimentRow, MediationAbExperiment>;
}

/** A new object for each row. */
export const FROM_ROWS: FromRows = {
  groups: { of: toGroup, known: () => undefined },
  experiments: { of: toExperiment, known: () => undefined },
};

/** For rows that are read often: parses each version only once. */
export function fromRecentRows(): FromRows {
  return {
    groups: recentEntities({
      make: toGroup,
      keyOf: ({ publisher_id, group_id }: GroupVersion) => `${publisher_id}/${group_id}`,
      versionOf: ({ revision }) => revision,
      lengthOf: ({ targeting, lines }) => targeting.length + lines.length,
    }),
    experiments: recentEntities({
      make: toExperiment,
      keyOf: ({ publisher_id, group_id, experiment_id }: ExperimentRow) =>
        `${publisher_id}/${group_id}/${experiment_id}`,
      versionOf: ({ revision, group_revision, looked_day }) => `${revision}-${group_revision}-${looked_day}`,
      lengthOf: ({ lines, group_lines, look }) => (lines ?? group_lines).length + (look?.length ?? 0),
    }),
  };
}
