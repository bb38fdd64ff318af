import { versionTag } from '../../conventions/index.ts';
import { lastSegment } from '../../conventions/last-segment.ts';
import { omit } from '../../conventions/omit.ts';
import type { MediationGroup as GroupView, MediationGroupLine as LineView } from '../contract/index.ts';
import { isRunning } from '../experiment/state-machine.ts';
import { groupName } from '../names.ts';
import type { MediationPolicy } from '../operation.ts';
import type { MediationGroup, MediationGroupLine, Targeting } from '../ports/entities.ts';
import { keptView, listed } from '../views/kept-views.ts';
import { LIVE_CPM_MICROS } from './lines.ts';

/** The writable fields of a line, with default values that are shown. */
function membersOf(line: MediationGroupLine, cpmMicros: string | undefined): LineView {
  const { lineId, displayName, adSourceId, cpmMode, state, adUnitMappings } = line;
  return {
    id: lineId,
    displayName,
    adSourceId,
    cpmMode,
    ...(cpmMicros !== undefined && { cpmMicros }),
    state,
    ...(Object.keys(adUnitMappings).length > 0 && { adUnitMappings: { ...adUnitMappings } }),
  };
}

/** The writable fields of a line. */
export const settableLine = (line: MediationGroupLine): LineView => membersOf(line, line.cpmMicros);

export const lineView = (line: MediationGroupLine): LineView => ({
  ...membersOf(line, line.cpmMicros ?? LIVE_CPM_MICROS),
  experimentVariant: line.variant,
});

function targetingView(targeting: Targeting): NonNullable<GroupView['targeting']> {
  const { platform, format, adUnitIds, targetedRegionCodes, excludedRegionCodes, idfaTargeting } = targeting;
  return {
    platform,
    format,
    ...listed('adUnitIds', adUnitIds),
    ...listed('targetedRegionCodes', targetedRegionCodes),
    ...listed('excludedRegionCodes', excludedRegionCodes),
    ...(idfaTargeting && { idfaTargeting }),
  };
}

/** The writable fields of a group, in the form that update masks use. */
export function settableGroup({ displayName, state, priority, targeting, lines }: MediationGroup): GroupView {
  return {
    displayName,
    state,
    ...(priority !== undefined && { priority }),
    targeting: targetingView(targeting),
    mediationGroupLines: Object.fromEntries(lines.map((line) => [line.lineId, settableLine(line)])),
  };
}

function tagOf({ openExperiment, revision }: MediationGroup, running: boolean): string {
  const ended = openExperiment !== undefined && !running;
  return versionTag(ended ? `${revision}-ended` : revision);
}

/** The ETag of a group. It also changes when an experiment ends by itself. */
export const groupTag = (group: MediationGroup, now: number): string => tagOf(group, isRunning(group, now));

const viewOf = keptView((group: MediationGroup, running: boolean): GroupView => {
  const { publisherId, groupId, displayName, state, priority, archivedAt, targeting, lines } = group;
  return {
    name: groupName(publisherId, groupId),
    mediationGroupId: groupId,
    displayName,
    state,
    targeting: targetingView(targeting),
    ...(lines.length > 0 && {
      mediationGroupLines: Object.fromEntries(lines.map((line) => [line.lineId, lineView(line)])),
    }),
    mediationAbExperimentState: running ? 'RUNNING' : 'NOT_RUNNING',
    ...(priority !== undefined && { priority }),
    ...(archivedAt !== undefined && { archiveTime: new Date(archivedAt).toISOString() }),
    etag: tagOf(group, running),
  };
});

export const groupView = (group: MediationGroup, now: number): GroupView =>
  viewOf(group, isRunning(group, now));

const listedViewOf = keptView((group: MediationGroup, running: boolean): GroupView => {
  const view = viewOf(group, running);
  const adUnits = listed('adUnits', group.targeting.adUnitIds.map(lastSegment));
  return { ...view, targeting: { ...view.targeting, ...adUnits } };
});

/** Lists also show the fragments of the ad units. */
export const listedGroupView = (group: MediationGroup, now: number): GroupView =>
  listedViewOf(group, isRunning(group, now));

const publicView = keptView(
  (view: GroupView, _: undefined): GroupView => omit(view, 'priority', 'archiveTime'),
);

/** A view as clients get it: without extensions, only the members of the public interface. */
export const servedView = (view: GroupView, { groupExtensions }: Pick<MediationPolicy, 'groupExtensions'>) =>
  groupExtensions ? view : publicView(view, undefined);
