import { adUnitFragment, adUnitId, mappingName, parseMappingName } from '../names.ts';
import type { AdUnitMapping, App, MediationAbExperiment, MediationGroup } from '../ports/entities.ts';
import type { MediationReader, Page, PageOf } from '../ports/store.ts';

/** The data from which the snapshot of an app is made. */
export interface Served {
  readonly app: App;
  /** Ad units of the app that are in these groups. */
  readonly adUnitIds: readonly string[];
  /** Enabled groups with ad units of the app. */
  readonly groups: readonly MediationGroup[];
  /** Open experiments by the ids of their groups. */
  readonly experiments: ReadonlyMap<string, MediationAbExperiment>;
  /** Mappings of the ad units, by resource name. */
  readonly mappings: ReadonlyMap<string, AdUnitMapping>;
}

const PAGE = 1000;

async function all<Row>(list: (page: Page) => Promise<PageOf<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await list({ size: PAGE, ...(after !== undefined && { after }) });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return rows;
}

async function adUnitsOf(reader: MediationReader, app: App, groups: readonly MediationGroup[]) {
  const { publisherId } = app;
  const named = new Set(groups.flatMap(({ targeting }) => targeting.adUnitIds));
  const fragments = [...named].flatMap((id) => adUnitFragment(publisherId, id) ?? []);
  const adUnits = await reader.adUnits(publisherId, fragments);
  const own = adUnits.filter(({ appFragment }) => appFragment === app.fragment);
  return own.map(({ fragment }) => adUnitId(publisherId, fragment));
}

async function mappingsOf(
  reader: MediationReader,
  publisherId: string,
  groups: readonly MediationGroup[],
  adUnitIds: readonly string[],
) {
  const own = new Set(adUnitIds);
  const names = groups
    .flatMap(({ lines }) => lines)
    .flatMap(({ adUnitMappings }) => Object.entries(adUnitMappings))
    .flatMap(([adUnit, name]) => (own.has(adUnit) ? (parseMappingName(publisherId, name) ?? []) : []));
  const ids = new Set(names.map(({ mappingId }) => mappingId));
  const found = await reader.mappings(publisherId, [...ids]);
  return new Map(found.map((one) => [mappingName(publisherId, one.fragment, one.mappingId), one]));
}

async function experimentsOf(reader: MediationReader, groups: readonly MediationGroup[]) {
  const experiments = new Map<string, MediationAbExperiment>();
  for (const { publisherId, groupId, openExperiment } of groups) {
    if (!openExperiment) continue;
    const experiment = await reader.experiment(publisherId, groupId, openExperiment.experimentId);
    if (experiment) experiments.set(groupId, experiment);
  }
  return experiments;
}

/**
 * Reads the data for the snapshot of an app; undefined if the app does not exist. The reader must see the
 * data as of one moment.
 */
export async function readServed(
  reader: MediationReader,
  publisherId: string,
  appFragment: string,
): Promise<Served | undefined> {
  const [app] = await reader.apps(publisherId, [appFragment]);
  if (!app) return undefined;
  const groups = await all((page) =>
    reader.listGroups(publisherId, page, [
      { term: 'appFragment', values: [appFragment] },
      { term: 'state', values: ['ENABLED'] },
    ]),
  );
  const adUnitIds = await adUnitsOf(reader, app, groups);
  return {
    app,
    adUnitIds,
    groups,
    experiments: await experimentsOf(reader, groups),
    mappings: await mappingsOf(reader, publisherId, groups, adUnitIds),
  };
}
