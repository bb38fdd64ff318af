import type { MediationAbExperiment, MediationGroup } from '../../mediation/ports/entities.ts';
import { type ExperimentRow, toExperiment, toGroup } from './group-rows.ts';
import { type Entities, recentEntities } from './recent-entities.ts';
import type { Row } from './rows.ts';

type GroupRow = Row<'mediation_group'>;
type GroupVersion = Pick<GroupRow, 'publisher_id' | 'group_id' | 'revision'>;

/** How rows that hold JSON become entities. */
export interface FromRows {
  readonly groups: Entities<GroupRow, GroupVersion, MediationGroup>;
  readonly experiments: Entities<ExperimentRow, ExperimentRow, MediationAbExperiment>;
}

/** A new object for each row. */
export const FROM_ROWS: FromRows = {
  groups: { of: toGroup, known: () => undefined },
  experiments: { of: toExperiment, known: () => undefined },
};

/** Rows that are read again and again, parsed once for each version. */
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
      versionOf: ({ revision, group_revision }) => `${revision}-${group_revision}`,
      lengthOf: ({ lines, group_lines }) => (lines ?? group_lines).length,
    }),
  };
}
