import { StatusError } from '../../conventions/index.ts';
import { adUnitId, mappingName } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { AdUnit, AdUnitMapping, App, MediationGroup } from '../ports/entities.ts';
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

async function checked<Row>(
  rows: Promise<readonly Row[] | undefined>,
  what: string,
): Promise<readonly Row[]> {
  const found = await rows;
  if (!found) throw tooLarge(what);
  return found;
}

function lintAdUnits(adUnits: readonly AdUnit[], apps: readonly App[]): readonly LintAdUnit[] {
  const platforms = new Map(apps.map(({ fragment, platform }) => [fragment, platform]));
  return adUnits.flatMap(({ publisherId, fragment, appFragment, displayName, format }) => {
    const platform = platforms.get(appFragment);
    return platform ? [{ adUnitId: adUnitId(publisherId, fragment), displayName, format, platform }] : [];
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
  for (const group of groups) {
    const { publisherId, groupId, openExperiment } = group;
    if (!openExperiment) continue;
    const { experimentId, endsAt } = openExperiment;
    const found = await reader.experiment(publisherId, groupId, experimentId);
    if (!found || found.stopped) continue;
    const { startedAt } = found;
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
  const found: LintGroup[] = [];
  for (const group of groups) found.push({ ...group, lines: await withPriceAges(reader, group, now) });
  return found;
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
    readPages((page) => reader.listGroups(publisherId, page, []), MOST.groups),
    'mediation groups',
  );
  const mappings = await checked(
    readPages((page) => reader.listAllMappings(publisherId, page), MOST.mappings),
    'ad unit mappings',
  );
  const apps = await checked(
    readPages((page) => reader.listApps(publisherId, page), MOST.apps),
    'apps',
  );
  const adUnits = await checked(
    readPages((page) => reader.listAdUnits(publisherId, page), MOST.adUnits),
    'ad units',
  );
  return {
    publisherId,
    now,
    catalogue,
    ...(adUnits.length > 0 && { inventory: lintAdUnits(adUnits, apps) }),
    groups: await lintGroups(reader, groups, now),
    mappings: mappings.map(lintMapping),
    experiments: await openExperiments(reader, groups),
  };
}
