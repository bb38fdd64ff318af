import { newPause, type Pause } from '../../conventions/event-loop-turns.ts';
import { adUnitId, mappingName, parseMappingName } from '../names.ts';
import type { AdUnitMapping, App, MediationGroup } from '../ports/entities.ts';
import type { GroupVersion, ObservedPrices, ServedExperiment, ServingStore } from '../ports/serving.ts';

/** The data from which the snapshot of an app is made. */
export interface AppData {
  readonly app: App;
  /** Ad units of the app that are in these groups. */
  readonly adUnitIds: readonly string[];
  /** Enabled groups with ad units of the app. */
  readonly groups: readonly MediationGroup[];
  /** Open experiments by the ids of their groups. */
  readonly experiments: ReadonlyMap<string, ServedExperiment>;
  /** Mappings of the ad units, by resource name. */
  readonly mappings: ReadonlyMap<string, AdUnitMapping>;
  readonly prices: ObservedPrices;
}

export interface AppPlace {
  readonly publisherId: string;
  readonly appFragment: string;
}

/** Bytes of groups that are read at once. */
const BYTES_AT_ONCE = 256 * 1024;

/** Mappings or experiments that are read at once. */
const ROWS_AT_ONCE = 200;

/** Parts of the groups, none of them too large for one turn of the event loop, unless it is a single group. */
function parts(versions: readonly GroupVersion[]): readonly (readonly GroupVersion[])[] {
  const made: GroupVersion[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const version of versions) {
    bytes += version.weight;
    if (bytes > BYTES_AT_ONCE) {
      made.push([]);
      bytes = version.weight;
    }
    made.at(-1)?.push(version);
  }
  return made;
}

async function groupsOf(store: ServingStore, of: AppPlace, pause: Pause) {
  const groups: MediationGroup[] = [];
  for (const part of parts(await store.groupVersions(of))) {
    groups.push(...(await store.groups(of.publisherId, part)));
    await pause();
  }
  return groups;
}

async function adUnitsOf(store: ServingStore, of: AppPlace, groups: readonly MediationGroup[], pause: Pause) {
  const named = new Set<string>();
  for (const { targeting } of groups) {
    for (const id of targeting.adUnitIds) named.add(id);
    await pause();
  }
  const adUnitIds: string[] = [];
  for (let after = ''; ; ) {
    const fragments = await store.adUnitsAfter(of, after);
    const last = fragments.at(-1);
    if (last === undefined) return adUnitIds;
    const ids = fragments.map((fragment) => adUnitId(of.publisherId, fragment));
    adUnitIds.push(...ids.filter((id) => named.has(id)));
    after = last;
    await pause();
  }
}

async function mappingsOf(
  store: ServingStore,
  publisherId: string,
  groups: readonly MediationGroup[],
  adUnitIds: readonly string[],
  pause: Pause,
) {
  const own = new Set(adUnitIds);
  const ids = new Set<string>();
  for (const { lines } of groups) {
    for (const [adUnit, name] of lines.flatMap(({ adUnitMappings }) => Object.entries(adUnitMappings))) {
      const mapping = own.has(adUnit) ? parseMappingName(publisherId, name) : undefined;
      if (mapping) ids.add(mapping.mappingId);
    }
    await pause();
  }
  const wanted = [...ids];
  const mappings = new Map<string, AdUnitMapping>();
  for (let first = 0; first < wanted.length; first += ROWS_AT_ONCE) {
    const some = await store.mappings(publisherId, wanted.slice(first, first + ROWS_AT_ONCE));
    for (const one of some) mappings.set(mappingName(publisherId, one.fragment, one.mappingId), one);
    await pause();
  }
  return mappings;
}

async function experimentsOf(
  store: ServingStore,
  publisherId: string,
  groups: readonly MediationGroup[],
  pause: Pause,
): Promise<ReadonlyMap<string, ServedExperiment>> {
  const open = groups.flatMap(({ groupId, openExperiment }) =>
    openExperiment ? [{ groupId, experimentId: openExperiment.experimentId }] : [],
  );
  const experiments = new Map<string, ServedExperiment>();
  for (let first = 0; first < open.length; first += ROWS_AT_ONCE) {
    const part = await store.experiments(publisherId, open.slice(first, first + ROWS_AT_ONCE));
    for (const one of part) experiments.set(one.groupId, one);
    await pause();
  }
  return experiments;
}

/**
 * Reads the data for the snapshot of an app; undefined if the app does not exist. Groups are read one after the other,
 * so a change may be seen although an earlier change of another group is not.
 */
export async function readAppData(
  store: ServingStore,
  of: AppPlace,
  pause: Pause = newPause(),
): Promise<AppData | undefined> {
  const { publisherId, appFragment } = of;
  const app = await store.app(publisherId, appFragment);
  if (!app) return undefined;
  const groups = await groupsOf(store, of, pause);
  const adUnitIds = await adUnitsOf(store, of, groups, pause);
  return {
    app,
    adUnitIds,
    groups,
    experiments: await experimentsOf(store, publisherId, groups, pause),
    mappings: await mappingsOf(store, publisherId, groups, adUnitIds, pause),
    prices: await store.observedPrices(publisherId),
  };
}
