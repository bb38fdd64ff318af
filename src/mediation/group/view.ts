import { versionTag } from '../../conventions/index.ts';
import type { MediationGroup as GroupView, MediationGroupLine as LineView } from '../contract/index.ts';
import { groupName } from '../names.ts';
import type { MediationGroup, MediationGroupLine, Targeting } from '../ports/entities.ts';
import { listed } from '../views/listed.ts';
import { LIVE_CPM_MICROS } from './cpm.ts';
import { isRunning } from './running.ts';

const fragmentOf = (adUnitId: string) => adUnitId.slice(adUnitId.lastIndexOf('/') + 1);

/** What a request could set of a line. */
export function settableLine(line: MediationGroupLine): LineView {
  const { lineId, displayName, adSourceId, cpmMode, cpmMicros, state, adUnitMappings } = line;
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

export function lineView(line: MediationGroupLine): LineView {
  return { cpmMicros: LIVE_CPM_MICROS, ...settableLine(line), experimentVariant: line.variant };
}

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

/** What a request could set of a group, as the update mask sees it. */
export function settableGroup({ displayName, state, targeting, lines }: MediationGroup): GroupView {
  return {
    displayName,
    state,
    targeting: targetingView(targeting),
    mediationGroupLines: Object.fromEntries(lines.map((line) => [line.lineId, settableLine(line)])),
  };
}

/** Names the state of the group; that an experiment ended by itself changes it too. */
export function groupTag(group: MediationGroup, now: number): string {
  const ended = group.openExperiment !== undefined && !isRunning(group, now);
  return versionTag(ended ? `${group.revision}-ended` : group.revision);
}

export function groupView(group: MediationGroup, now: number): GroupView {
  const { publisherId, groupId, displayName, state, targeting, lines } = group;
  return {
    name: groupName(publisherId, groupId),
    mediationGroupId: groupId,
    displayName,
    state,
    targeting: targetingView(targeting),
    ...(lines.length > 0 && {
      mediationGroupLines: Object.fromEntries(lines.map((line) => [line.lineId, lineView(line)])),
    }),
    mediationAbExperimentState: isRunning(group, now) ? 'RUNNING' : 'NOT_RUNNING',
    etag: groupTag(group, now),
  };
}

/** In lists the ad units are there by their fragments too. */
export function listedGroupView(group: MediationGroup, now: number): GroupView {
  const view = groupView(group, now);
  const adUnits = listed('adUnits', group.targeting.adUnitIds.map(fragmentOf));
  return { ...view, targeting: { ...view.targeting, ...adUnits } };
}
