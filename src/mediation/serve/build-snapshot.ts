import { createHash } from 'node:crypto';
import { canonicalJson } from '../../conventions/json.ts';
import {
  type Batching,
  LIMITS,
  SCHEMA_VERSION,
  type Snapshot,
  type SnapshotExperiment,
  type SnapshotGroup,
} from '../../resolve/index.ts';
import { isRunning } from '../experiment/state-machine.ts';
import { experimentName } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { MediationGroup, Variant } from '../ports/entities.ts';
import type { Served } from './served.ts';
import { type LineContext, snapshotLine } from './snapshot-lines.ts';

/** The content of a snapshot besides the publisher's configuration. */
export interface ServeSettings {
  readonly refreshSeconds: number;
  readonly eventUrl?: string;
  readonly batching?: Batching;
  readonly loadTimeoutMs?: number;
}

export interface BuiltSnapshot {
  /** Canonical JSON: equal configurations have equal texts. */
  readonly json: string;
  /** SHA-256 of the text in UTF-8, in lower-case hex. */
  readonly sha256: string;
  /** Milliseconds since the epoch. At this time an experiment ends, and the snapshot changes. */
  readonly validUntil?: number;
}

/** The configuration is too large for a snapshot. */
export class SnapshotLimitError extends Error {
  override readonly name = 'SnapshotLimitError';
}

function checkLimit(count: number, most: number, what: string): void {
  if (count > most) throw new SnapshotLimitError(`the app would need ${count} ${what}; at most ${most} fit`);
}

/** Older groups come first. Groups of the same age are sorted by id. */
const byAge = (one: MediationGroup, other: MediationGroup) =>
  one.createdAt - other.createdAt || (one.groupId < other.groupId ? -1 : 1);

interface GroupContext extends LineContext {
  readonly experiments: Served['experiments'];
  readonly now: number;
}

function experimentOf(group: MediationGroup, { experiments, now }: GroupContext) {
  const running = isRunning(group, now) ? experiments.get(group.groupId) : undefined;
  if (!running) return undefined;
  const { publisherId, groupId, experimentId, treatmentTrafficPercentage } = running;
  const salt = experimentName(publisherId, groupId, experimentId);
  return { id: experimentId, salt, percentage: treatmentTrafficPercentage } satisfies SnapshotExperiment;
}

/** A group in the form that an app gets for one of its ad units. */
function snapshotGroup(group: MediationGroup, adUnitId: string, context: GroupContext): SnapshotGroup {
  const {
    platform,
    format,
    targetedRegionCodes,
    excludedRegionCodes,
    idfaTargeting = 'ALL',
  } = group.targeting;
  const experiment = experimentOf(group, context);
  const linesOf = (...variants: readonly Variant[]) =>
    group.lines
      .filter(({ variant }) => variants.includes(variant))
      .flatMap((line) => snapshotLine(line, group, adUnitId, context));
  return {
    id: group.groupId,
    ...(group.priority !== undefined && { priority: group.priority }),
    platform,
    format,
    regions: targetedRegionCodes,
    excludedRegions: excludedRegionCodes,
    ...(idfaTargeting !== 'ALL' && { idfa: idfaTargeting }),
    ...(experiment && { experiment }),
    // After the end of an experiment, the original lines serve until somebody decides.
    lines: { A: linesOf('ORIGINAL', 'VARIANT_A'), ...(experiment && { B: linesOf('VARIANT_B') }) },
  };
}

/** The snapshot of an app. @throws SnapshotLimitError */
export function buildSnapshot(
  { app, adUnitIds, groups, experiments, mappings }: Served,
  catalogue: Catalogue,
  { refreshSeconds, eventUrl, batching, loadTimeoutMs }: ServeSettings,
  now: number,
): BuiltSnapshot {
  const context = {
    catalogue,
    experiments,
    mappings,
    now,
    ...(loadTimeoutMs !== undefined && { loadTimeoutMs }),
  };
  const serving = groups
    .filter(({ state, targeting }) => state === 'ENABLED' && targeting.platform === app.platform)
    .toSorted(byAge);
  checkLimit(adUnitIds.length, LIMITS.adUnits, 'ad units');
  const adUnits: Record<string, SnapshotGroup[]> = Object.fromEntries(adUnitIds.map((id) => [id, []]));
  for (const group of serving) {
    for (const id of group.targeting.adUnitIds) adUnits[id]?.push(snapshotGroup(group, id, context));
  }
  for (const [id, own] of Object.entries(adUnits)) {
    checkLimit(own.length, LIMITS.groups, `groups for the ad unit ${id}`);
  }
  const snapshot: Snapshot = {
    schemaVersion: SCHEMA_VERSION,
    ownNetwork: catalogue.ownNetwork.adSourceId,
    refreshSeconds,
    ...(eventUrl !== undefined && { eventUrl }),
    ...(batching && { batching }),
    adUnits,
  };
  const json = canonicalJson(snapshot);
  checkLimit(json.length, LIMITS.characters, 'characters');
  const ends = serving.flatMap((group) =>
    experimentOf(group, context) ? (group.openExperiment?.endsAt ?? []) : [],
  );
  return {
    json,
    sha256: createHash('sha256').update(json).digest('hex'),
    ...(ends.length > 0 && { validUntil: Math.min(...ends) }),
  };
}
