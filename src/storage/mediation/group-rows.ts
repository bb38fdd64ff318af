import { lastSegment } from '../../conventions/last-segment.ts';
import type { MediationAbExperiment, MediationGroup } from '../../mediation/ports/entities.ts';
import { member, parseColumn } from '../columns.ts';
import { type NewRow, printColumn, type Row } from './rows.ts';

function openExperiment(row: Row<'mediation_group'>): NonNullable<MediationGroup['openExperiment']> | null {
  const { open_experiment_id: experimentId, open_experiment_ends_at: endsAt } = row;
  return experimentId === null || endsAt === null ? null : { experimentId, endsAt };
}

export function toGroup(row: Row<'mediation_group'>): MediationGroup {
  return {
    publisherId: row.publisher_id,
    groupId: row.group_id,
    revision: row.revision,
    displayName: row.display_name,
    state: row.state as MediationGroup['state'],
    targeting: JSON.parse(row.targeting) as MediationGroup['targeting'],
    lines: JSON.parse(row.lines) as MediationGroup['lines'],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...member('openExperiment', openExperiment(row)),
    ...member('priority', row.priority),
    ...member('archivedAt', row.archived_at),
  };
}

export function fromGroup(group: MediationGroup): NewRow<'mediation_group'> {
  return {
    publisher_id: group.publisherId,
    group_id: group.groupId,
    revision: group.revision,
    display_name: group.displayName,
    state: group.state,
    targeting: JSON.stringify(group.targeting),
    lines: JSON.stringify(group.lines),
    open_experiment_id: group.openExperiment?.experimentId ?? null,
    open_experiment_ends_at: group.openExperiment?.endsAt ?? null,
    priority: group.priority ?? null,
    archived_at: group.archivedAt ?? null,
    created_at: group.createdAt,
    updated_at: group.updatedAt,
  };
}

/** The terms by which filters find a group. */
function termsOf({
  displayName,
  state,
  targeting,
  lines,
}: MediationGroup): Record<string, readonly string[]> {
  return {
    displayName: [displayName],
    state: [state],
    platform: [targeting.platform],
    format: [targeting.format],
    adUnitFragment: targeting.adUnitIds.map(lastSegment),
    regionCode: targeting.targetedRegionCodes,
    adSourceId: lines.map((line) => line.adSourceId),
  };
}

export function termRows(group: MediationGroup): readonly NewRow<'mediation_group_term'>[] {
  const { publisherId, groupId } = group;
  return Object.entries(termsOf(group)).flatMap(([term, values]) =>
    [...new Set(values)].map((value) => ({ publisher_id: publisherId, group_id: groupId, term, value })),
  );
}

/** An experiment with the lines and the revision of its group. */
export interface ExperimentRow extends Row<'mediation_ab_experiment'> {
  readonly group_lines: string;
  readonly group_revision: number;
}

export function toExperiment(row: ExperimentRow): MediationAbExperiment {
  const choice = row.choice as 'VARIANT_A' | 'VARIANT_B' | null;
  const stopped = row.stopped_at === null || choice === null ? null : { at: row.stopped_at, choice };
  return {
    publisherId: row.publisher_id,
    groupId: row.group_id,
    experimentId: row.experiment_id,
    revision: row.revision,
    treatmentTrafficPercentage: row.treatment_traffic_percentage,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    lines: parseColumn<MediationAbExperiment['lines']>(row.lines ?? row.group_lines) ?? [],
    linesRevision: row.lines === null ? row.group_revision : 0,
    ...member('displayName', row.display_name),
    ...member('stopped', stopped),
    ...member('expectedUsers', row.expected_users),
    ...member('look', parseColumn<NonNullable<MediationAbExperiment['look']>>(row.look)),
  };
}

/** Without the look, which is written alone. */
export function fromExperiment(experiment: MediationAbExperiment): NewRow<'mediation_ab_experiment'> {
  const { stopped } = experiment;
  return {
    publisher_id: experiment.publisherId,
    group_id: experiment.groupId,
    experiment_id: experiment.experimentId,
    revision: experiment.revision,
    display_name: experiment.displayName ?? null,
    treatment_traffic_percentage: experiment.treatmentTrafficPercentage,
    started_at: experiment.startedAt,
    ends_at: experiment.endsAt,
    stopped_at: stopped?.at ?? null,
    choice: stopped?.choice ?? null,
    lines: stopped ? printColumn(experiment.lines) : null,
    expected_users: experiment.expectedUsers ?? null,
  };
}
