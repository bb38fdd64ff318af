import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { adUnitFragment } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { MediationAbExperiment, MediationGroup, Publisher } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { ReadRow } from './read-row.ts';

/** What is known about an ad unit. */
export interface KnownUnit {
  readonly app: string;
  readonly platform: string;
  readonly format: string;
}

/** What the rows of a batch refer to, as far as it exists. */
export interface BatchEntities {
  readonly publisher: Publisher;
  readonly catalogue: Catalogue;
  /** Ad units of the inventory, by fragment. */
  readonly adUnits: ReadonlyMap<string, KnownUnit>;
  readonly groups: ReadonlyMap<string, MediationGroup>;
  /** Groups of lines, by line id: also of lines that were removed since. */
  readonly lines: ReadonlyMap<string, string>;
  /** By group id and experiment id. */
  readonly experiments: ReadonlyMap<string, MediationAbExperiment>;
}

export const experimentKey = (groupId: string, experimentId: string) => `${groupId} ${experimentId}`;

/** The last part of an id, which may be sent in the long form of reports. */
export const lastPart = (id: string) => id.slice(id.lastIndexOf(':') + 1);

/** Lookups in one turn of the event loop. */
const AT_ONCE = 50;

async function each<Value>(values: Iterable<Value>, look: (value: Value) => Promise<void>): Promise<void> {
  let done = 0;
  for (const value of values) {
    await look(value);
    done += 1;
    if (done % AT_ONCE === 0) await nextTurn();
  }
}

async function adUnitsOf(reader: MediationReader, publisherId: string, fragments: ReadonlySet<string>) {
  const units = await reader.adUnits(publisherId, [...fragments]);
  const apps = await reader.apps(publisherId, [...new Set(units.map(({ appFragment }) => appFragment))]);
  const platforms = new Map(apps.map(({ fragment, platform }) => [fragment, platform]));
  return new Map(
    units.map(({ fragment, appFragment: app, format }): [string, KnownUnit] => [
      fragment,
      { app, platform: platforms.get(app) ?? '', format },
    ]),
  );
}

/** Looks up what the rows refer to. */
export async function readBatchEntities(
  reader: MediationReader,
  publisher: Publisher,
  catalogue: Catalogue,
  rows: readonly ReadRow[],
): Promise<BatchEntities> {
  const { publisherId } = publisher;
  const fragments = new Set<string>();
  const lineIds = new Set<string>();
  const groupIds = new Set<string>();
  const experimentIds = new Map<string, readonly [string, string]>();
  for (const { adUnitId, lineId, mediationGroupId, experimentId } of rows) {
    const fragment = adUnitFragment(publisherId, adUnitId);
    if (fragment !== undefined) fragments.add(fragment);
    if (lineId !== undefined) lineIds.add(lastPart(lineId));
    if (mediationGroupId === undefined) continue;
    const groupId = lastPart(mediationGroupId);
    groupIds.add(groupId);
    if (experimentId !== undefined)
      experimentIds.set(experimentKey(groupId, experimentId), [groupId, experimentId]);
  }
  const adUnits = await adUnitsOf(reader, publisherId, fragments);
  const lines = new Map(
    (await reader.lineGroups(publisherId, [...lineIds])).map(({ lineId, groupId }) => [lineId, groupId]),
  );
  for (const groupId of lines.values()) groupIds.add(groupId);
  const groups = new Map<string, MediationGroup>();
  await each(groupIds, async (groupId) => {
    const group = await reader.group(publisherId, groupId);
    if (group) groups.set(groupId, group);
  });
  const experiments = new Map<string, MediationAbExperiment>();
  await each(experimentIds, async ([key, [groupId, experimentId]]) => {
    const experiment = await reader.experiment(publisherId, groupId, experimentId);
    if (experiment) experiments.set(key, experiment);
  });
  return { publisher, catalogue, adUnits, groups, lines, experiments };
}
