import { DAY } from '../../conventions/time.ts';
import { sourceIdOf } from '../as-code/catalogue.ts';
import type { GroupEntry, LineEntry } from '../as-code/configuration.ts';
import {
  type Configuration,
  ConfigurationFileError,
  type FileProblem,
  type Path,
  type Position,
} from '../as-code/index.ts';
import { wantedMappings } from '../as-code/match-mappings.ts';
import type { Adapter, AdSource } from '../contract/index.ts';
import { OWN_NETWORK_ID } from '../own-network.ts';
import type { LintException } from './exceptions.ts';
import { catalogueFrom } from './from-interface.ts';
import type { Finding } from './lint.ts';
import type { LintAdUnit, LintGroup, LintLine, LintModel } from './model.ts';
import { RULE_IDS } from './rules/index.ts';

/** What a server says about the names in a file. */
interface FileContext {
  readonly sources: readonly AdSource[];
  readonly adapters: ReadonlyMap<string, readonly Adapter[]>;
  /** Absent if the account has no ad units. */
  readonly inventory?: readonly LintAdUnit[] | undefined;
  readonly now: number;
}

/** An exception applies until the end of its last day in UTC. @throws ConfigurationFileError */
function exceptionsOf({ ignored, positionOf }: Configuration, file: string): readonly LintException[] {
  const problems: FileProblem[] = [];
  const report = (index: number, member: string, message: string) =>
    problems.push({ ...positionOf(['lint', 'ignore', index, member]), message });
  const exceptions = ignored.map(({ rule, group, reason, until }, index) => {
    const day = Date.parse(until);
    if (!RULE_IDS.has(rule)) report(index, 'rule', `lint.ignore[${index}].rule is not the id of a rule`);
    const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(until);
    if (!isDay) report(index, 'until', `lint.ignore[${index}].until is not a day of the calendar`);
    return { rule, ...(group !== undefined && { groupId: group }), reason, until: day + DAY };
  });
  if (problems.length > 0) throw new ConfigurationFileError(file, problems);
  return exceptions;
}

type IdOf = (key: string) => string;

function lineOf(key: string, entry: LineEntry, sources: readonly AdSource[], adUnitOf: IdOf): LintLine {
  const { cpm, mappings = new Map<string, string>() } = entry;
  return {
    lineId: key,
    displayName: entry.name ?? key,
    adSourceId: sourceIdOf(sources, entry.source),
    ...(cpm === undefined || cpm === 'live'
      ? { cpmMode: 'LIVE' }
      : { cpmMode: 'MANUAL', cpmMicros: cpm.micros }),
    state: entry.state ?? 'ENABLED',
    adUnitMappings: Object.fromEntries([...mappings].map(([adUnit, mapping]) => [adUnitOf(adUnit), mapping])),
    variant: 'ORIGINAL',
  };
}

/** The service adds a line of its own network to every new group. */
const OWN_LINE: LintLine = {
  lineId: 'own network',
  displayName: 'own network',
  adSourceId: OWN_NETWORK_ID,
  cpmMode: 'LIVE',
  state: 'ENABLED',
  adUnitMappings: {},
  variant: 'ORIGINAL',
};

function groupOf(key: string, entry: GroupEntry, sources: readonly AdSource[], adUnitOf: IdOf): LintGroup {
  const { name, platform, format, adUnits, regions = [], excludedRegions = [], idfa, priority } = entry;
  const lines = [...entry.lines].map(([lineKey, line]) => lineOf(lineKey, line, sources, adUnitOf));
  const hasOwn = lines.some(({ adSourceId }) => adSourceId === OWN_NETWORK_ID);
  return {
    groupId: key,
    displayName: name,
    state: entry.state ?? 'ENABLED',
    targeting: {
      platform,
      format,
      adUnitIds: adUnits.map(adUnitOf),
      targetedRegionCodes: regions,
      excludedRegionCodes: excludedRegions,
      ...(idfa && { idfaTargeting: idfa }),
    },
    lines: hasOwn ? lines : [...lines, OWN_LINE],
    ...(priority !== undefined && { priority }),
  };
}

/** Ids of the ad sources that lines of a file name. @throws NameProblem */
export const sourceIdsIn = ({ groups }: Configuration, sources: readonly AdSource[]): ReadonlySet<string> =>
  new Set(
    [...groups.values()].flatMap(({ lines }) =>
      [...lines.values()].map(({ source }) => sourceIdOf(sources, source)),
    ),
  );

/**
 * The configuration that a file describes. Secrets are not read: a reference to one counts as its value.
 * @throws ConfigurationFileError, NameProblem
 */
export function fileModel(
  configuration: Configuration,
  file: string,
  { sources, adapters, inventory, now }: FileContext,
): LintModel {
  const { publisher, adUnits, mappings, groups } = configuration;
  const adUnitOf = (key: string) => adUnits.get(key) ?? '';
  const ids = new Set(adUnits.values());
  const textOf = (mapping: string, setting: string): string => {
    const value = mappings.get(mapping)?.values.get(setting) ?? '';
    if (typeof value === 'string') return value;
    return 'env' in value ? `(env ${value.env})` : `(file ${value.file})`;
  };
  const wanted = wantedMappings(configuration, { sources, adapters, mappings: [], groups: [] }, textOf);
  return {
    publisherId: publisher,
    now,
    catalogue: catalogueFrom(sources, adapters),
    ...(inventory && { inventory: inventory.filter(({ adUnitId }) => ids.has(adUnitId)) }),
    groups: [...groups].map(([key, group]) => groupOf(key, group, sources, adUnitOf)),
    mappings: [...wanted].map(([name, { adUnitId, adapterId, configurations }]) => ({
      name,
      adUnitId,
      adapterId,
      configurations,
    })),
    experiments: [],
    exceptions: exceptionsOf(configuration, file),
  };
}

function pathOf({ rule, groupId, lineId, mapping, adUnitId }: Finding, { adUnits }: Configuration): Path {
  if (rule === 'exception-ended') return ['lint', 'ignore'];
  if (groupId !== undefined) return ['groups', groupId, ...(lineId === undefined ? [] : ['lines', lineId])];
  if (mapping !== undefined) return ['mappings', mapping];
  const [key] = [...adUnits].find(([, id]) => id === adUnitId) ?? [];
  return key === undefined ? [] : ['adUnits', key];
}

/** Where a finding is in the file. */
export const positionIn = (configuration: Configuration, finding: Finding): Position =>
  configuration.positionOf(pathOf(finding, configuration));
