import { createHash } from 'node:crypto';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import { newPause, type Pause } from '../../conventions/event-loop-turns.ts';
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
import type { AppData } from './app-data.ts';
import { MOST_SETTING_CHARACTERS } from './group-size.ts';
import { type LineContext, snapshotLine } from './snapshot-lines.ts';

/** The content of a snapshot besides the publisher's configuration. */
export interface ServeSettings {
  readonly refreshSeconds: number;
  readonly eventUrl?: string;
  readonly batching?: Batching;
  readonly loadTimeoutMs?: number;
}

export interface BuiltSnapshot {
  readonly snapshot: Snapshot;
  /** Canonical JSON in UTF-8: equal configurations have equal bytes. */
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in lower-case hex. */
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
  readonly experiments: AppData['experiments'];
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
    // Once the planned end of an experiment has passed, only the lines of variant A serve, until a person keeps one variant.
    lines: { A: linesOf('ORIGINAL', 'VARIANT_A'), ...(experiment && { B: linesOf('VARIANT_B') }) },
  };
}

function settingCharacters({ lines: { A, B = [] } }: SnapshotGroup): number {
  const values = [...A, ...B].flatMap(({ configuration }) => Object.values(configuration));
  return values.reduce((sum, { value }) => sum + value.length, 0);
}

/** Collects the bytes of a document and their hash part by part, because a large document takes long. */
function document() {
  const parts: Buffer[] = [];
  const hash = createHash('sha256');
  let characters = 0;
  return {
    add(text: string): void {
      characters += text.length;
      checkLimit(characters, LIMITS.characters, 'characters');
      const part = Buffer.from(text);
      parts.push(part);
      hash.update(part);
    },
    end: () => ({ bytes: Buffer.concat(parts), sha256: hash.digest('hex') }),
  };
}

async function byAdUnit(adUnitIds: readonly string[], groups: readonly MediationGroup[], pause: Pause) {
  checkLimit(adUnitIds.length, LIMITS.adUnits, 'ad units');
  const found = new Map(adUnitIds.toSorted().map((id) => [id, [] as MediationGroup[]]));
  for (const group of groups) {
    for (const id of group.targeting.adUnitIds) found.get(id)?.push(group);
    await pause();
  }
  return found;
}

/** The snapshot of an app. @throws SnapshotLimitError */
export async function buildSnapshot(
  { app, adUnitIds, groups, experiments, mappings, prices }: AppData,
  catalogue: Catalogue,
  { refreshSeconds, eventUrl, batching, loadTimeoutMs }: ServeSettings,
  now: number,
  pause: Pause = newPause(),
): Promise<BuiltSnapshot> {
  const context = {
    catalogue,
    experiments,
    mappings,
    prices,
    now,
    ...(loadTimeoutMs !== undefined && { loadTimeoutMs }),
  };
  const serving = groups
    .filter(({ state, targeting }) => state === 'ENABLED' && targeting.platform === app.platform)
    .toSorted(byAge);
  const adUnits: Record<string, readonly SnapshotGroup[]> = {};
  const { add, end } = document();
  let separator = '{"adUnits":{';
  for (const [id, own] of await byAdUnit(adUnitIds, serving, pause)) {
    checkLimit(own.length, LIMITS.groups, `groups for the ad unit ${id}`);
    const served: SnapshotGroup[] = [];
    const texts: string[] = [];
    for (const group of own) {
      const one = snapshotGroup(group, id, context);
      checkLimit(
        settingCharacters(one),
        MOST_SETTING_CHARACTERS,
        `characters in settings of the group ${one.id}`,
      );
      served.push(one);
      texts.push(canonicalJson(one));
      await pause();
    }
    add(`${separator}${JSON.stringify(id)}:[${texts.join(',')}]`);
    separator = ',';
    adUnits[id] = served;
  }
  const rest = {
    schemaVersion: SCHEMA_VERSION,
    ownNetwork: catalogue.ownNetwork.adSourceId,
    refreshSeconds,
    ...(eventUrl !== undefined && { eventUrl }),
    ...(batching && { batching }),
  } satisfies Omit<Snapshot, 'adUnits'>;
  // Canonical JSON is sorted by name, and `adUnits` comes first.
  add(`${separator === ',' ? '' : separator}},${canonicalJson(rest).slice(1)}`);
  const ends = serving.flatMap((group) =>
    experimentOf(group, context) ? (group.openExperiment?.endsAt ?? []) : [],
  );
  return {
    snapshot: { ...rest, adUnits },
    ...end(),
    ...(ends.length > 0 && { validUntil: Math.min(...ends) }),
  };
}
