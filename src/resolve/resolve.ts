import { orderLines } from './lines.ts';
import { mismatch, type ResolveRequest } from './match.ts';
import { compareGroups } from './order.ts';
import { slotOf, type Variant, variantOf } from './slot.ts';
import type { Line, Snapshot, SnapshotGroup } from './snapshot.ts';

export interface Resolution {
  /** Absent if no group matches the request; only the own network then serves it. */
  readonly mediationGroupId?: string;
  /** The experiment that the request takes part in. */
  readonly experiment?: Assignment;
  /** Lines that are requested all at once. */
  readonly bidding: readonly Line[];
  /** Lines that are tried one after the other. */
  readonly waterfall: readonly Line[];
  readonly refreshSeconds: number;
}

interface Assignment {
  readonly id: string;
  readonly variant: Variant;
  readonly slot: number;
}

/** The groups of an ad unit; empty if the snapshot does not have the ad unit. */
export function groupsOf({ adUnits }: Snapshot, adUnitId: string): readonly SnapshotGroup[] {
  return (Object.hasOwn(adUnits, adUnitId) && adUnits[adUnitId]) || [];
}

/** The group that serves a request: the first matching one in the order of groups. */
function chooseGroup(groups: readonly SnapshotGroup[], request: ResolveRequest): SnapshotGroup | undefined {
  let chosen: SnapshotGroup | undefined;
  for (const group of groups) {
    if (mismatch(group, request) !== undefined) continue;
    if (!chosen || compareGroups(group, chosen).order < 0) chosen = group;
  }
  return chosen;
}

function assign({ experiment }: SnapshotGroup, unit: string | undefined): Assignment | undefined {
  if (!experiment || unit === undefined) return undefined;
  const slot = slotOf(experiment.salt, unit);
  return { id: experiment.id, variant: variantOf(slot, experiment), slot };
}

/** What serves a request. */
export interface Choice {
  /** Absent if no group matches. */
  readonly group?: SnapshotGroup | undefined;
  readonly experiment?: Assignment | undefined;
}

export function choose(snapshot: Snapshot, request: ResolveRequest): Choice {
  const group = chooseGroup(groupsOf(snapshot, request.adUnitId), request);
  return { group, experiment: group && assign(group, request.unit) };
}

/** The answer to a request whose group and variant are chosen. */
export function resolutionOf(
  { ownNetwork, refreshSeconds }: Snapshot,
  { group, experiment }: Choice,
  country?: string,
): Resolution {
  const { A = [], B = [] } = group?.lines ?? {};
  const lines = experiment?.variant === 'VARIANT_B' ? B : A;
  const alone: Line = { adSourceId: ownNetwork, kind: 'NETWORK', configuration: {} };
  return {
    ...(group && { mediationGroupId: group.id }),
    ...(experiment && { experiment }),
    ...(lines.length > 0 ? orderLines(lines, country) : { bidding: [], waterfall: [alone] }),
    refreshSeconds,
  };
}

/** The lines that serve a request, in order. */
export function resolve(snapshot: Snapshot, request: ResolveRequest): Resolution {
  return resolutionOf(snapshot, choose(snapshot, request), request.country);
}
