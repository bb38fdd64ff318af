import { Slices } from '../../conventions/event-loop-turns.ts';
import { StatusError } from '../../conventions/index.ts';
import { adUnitId, appId, mappingName } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { AdUnit, AdUnitMapping, MediationGroup, Platform } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import { linesChangedAfter, withPriceAges } from './line-history.ts';
import type { LintAdUnit, LintExperiment, LintGroup, LintMapping, LintModel } from './model.ts';
import { readPages } from './read-pages.ts';

/** A request must not take more memory than for this. */
const MOST = { groups: 5000, mappings: 200_000, apps: 20_000, adUnits: 50_000 } as const;

const tooLarge = (what: string) =>
  new StatusError(
    'CONFIGURATION_TOO_LARGE',
    `The publisher has too many ${what} to be checked in one request.`,
  );

async function checked<Kept>(
  kept: Promise<readonly Kept[] | undefined>,
  what: string,
): Promise<readonly Kept[]> {
  const found = await kept;
  if (!found) throw tooLarge(what);
  return found;
}

type Platforms = ReadonlyMap<string, Platform>;

function lintAdUnits(adUnits: readonly AdUnit[], platforms: Platforms): readonly LintAdUnit[] {
  return adUnits.flatMap(({ publisherId, fragment, appFragment, displayName, format }) => {
    const platform = platforms.get(appFragment);
    if (!platform) return [];
    const ids = { adUnitId: adUnitId(publisherId, fragment), appId: appId(publisherId, appFragment) };
    return [{ ...ids, displayName, format, platform }];
  });
}

const lintMapping = ({
  publisherId,
  fragment,
  mappingId,
  adapterId,
  configurations,
}: AdUnitMapping): LintMapping => ({
  name: mappingName(publisherId, fragment, mappingId),
  adUnitId: adUnitId(publisherId, fragment),
  adapterId,
  configurations,
});

async function openExperiments(
  reader: MediationReader,
  groups: readonly MediationGroup[],
): Promise<readonly LintExperiment[]> {
  const experiments: LintExperiment[] = [];
  const slices = new Slices();
  for (const group of groups) {
    if (slices.over) await slices.next();
    const { publisherId, groupId, openExperiment } = group;
    if (!openExperiment) continue;
    const { experimentId, endsAt } = openExperiment;
    const experiment = await reader.experiment(publisherId, groupId, experimentId);
    if (!experiment || experiment.stopped) continue;
    const { startedAt } = experiment;
    const linesChangedAt = await linesChangedAfter(reader, group, startedAt);
    experiments.push({
      groupId,
      experimentId,
      startedAt,
      endsAt,
      ...(linesChangedAt !== undefined && { linesChangedAt }),
    });
  }
  return experiments;
}

async function lintGroups(reader: MediationReader, groups: readonly MediationGroup[], now: number) {
  const read: LintGroup[] = [];
  const slices = new Slices();
  for (const group of groups) {
    if (slices.over) await slices.next();
    read.push({ ...group, lines: await withPriceAges(reader, group, now) });
  }
  return read;
}

/**
 * Reads the configuration of a publisher. Groups are read before the mappings that they name, so that none is missing.
 * @throws StatusError CONFIGURATION_TOO_LARGE
 */
export async function readLintModel(
  reader: MediationReader,
  publisherId: string,
  catalogue: Catalogue,
  now: number,
): Promise<LintModel> {
  const groups = await checked(
    readPages(
      (page) => reader.listGroups(publisherId, page, []),
      MOST.groups,
      (rows) => rows,
    ),
    'mediation groups',
  );
  const mappings = await checked(
    readPages(
      (page) => reader.listAllMappings(publisherId, page),
      MOST.mappings,
      (rows) => rows.map(lintMapping),
    ),
    'ad unit mappings',
  );
  const apps = await checked(
    readPages(
      (page) => reader.listApps(publisherId, page),
      MOST.apps,
      (rows) => rows.map(({ fragment, platform }) => [fragment, platform] as const),
    ),
    'apps',
  );
  const platforms = new Map(apps);
  const inventory = await checked(
    readPages(
      (page) => reader.listAdUnits(publisherId, page),
      MOST.adUnits,
      (rows) => lintAdUnits(rows, platforms),
    ),
    'ad units',
  );
  return {
    publisherId,
    now,
    catalogue,
    ...(inventory.length > 0 && { inventory }),
    groups: await lintGroups(reader, groups, now),
    mappings,
    experiments: await openExperiments(reader, groups),
  };
}
