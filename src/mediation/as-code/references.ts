import { type Path, shownPath } from '../../conventions/yaml/document.ts';
import type { Configuration } from './configuration.ts';

interface ReferenceProblem {
  readonly path: Path;
  readonly message: string;
}

type Report = (path: Path, what: string) => void;

function checkAdUnits({ adUnits, publisher }: Configuration, report: Report): void {
  const keys = new Map<string, string>();
  for (const [key, id] of adUnits) {
    const other = keys.get(id);
    if (!id.startsWith(`ca-app-${publisher}/`)) report(['adUnits', key], `is not of ${publisher}`);
    if (other !== undefined) report(['adUnits', key], `has the id of ${other}`);
    keys.set(id, key);
  }
}

function checkMappings({ adUnits, mappings }: Configuration, report: Report): void {
  for (const [key, { adUnit }] of mappings) {
    if (!adUnits.has(adUnit)) report(['mappings', key, 'adUnit'], 'is not a key of adUnits');
  }
}

function checkLines(configuration: Configuration, groupKey: string, report: Report): void {
  const { adUnits, mappings, groups } = configuration;
  for (const [lineKey, line] of groups.get(groupKey)?.lines ?? []) {
    const path = ['groups', groupKey, 'lines', lineKey];
    if (line.cpm && line.cpm !== 'live' && BigInt(line.cpm.micros) < 10_000n) {
      report([...path, 'cpm'], 'is less than "0.01"');
    }
    for (const [adUnit, mappingKey] of line.mappings ?? []) {
      const place = [...path, 'mappings', adUnit];
      const mapping = mappings.get(mappingKey);
      if (!adUnits.has(adUnit)) report(place, 'has a name that is not a key of adUnits');
      else if (!mapping) report(place, `is not a key of mappings`);
      else if (mapping.adUnit !== adUnit) report(place, `is a mapping of the ad unit ${mapping.adUnit}`);
    }
  }
}

function checkGroups(configuration: Configuration, report: Report): void {
  const { adUnits, groups } = configuration;
  for (const [key, group] of groups) {
    for (const [index, adUnit] of group.adUnits.entries()) {
      if (!adUnits.has(adUnit)) report(['groups', key, 'adUnits', index], 'is not a key of adUnits');
    }
    const both = group.excludedRegions?.findIndex((region) => group.regions?.includes(region)) ?? -1;
    if (both >= 0) report(['groups', key, 'excludedRegions', both], 'is in regions, too');
    checkLines(configuration, key, report);
  }
}

/** What the schema cannot say: keys that do not exist, ids of another publisher. */
export function referenceProblems(configuration: Configuration): readonly ReferenceProblem[] {
  const problems: ReferenceProblem[] = [];
  const report: Report = (path, what) => problems.push({ path, message: `${shownPath(path)} ${what}` });
  checkAdUnits(configuration, report);
  checkMappings(configuration, report);
  checkGroups(configuration, report);
  for (const [index, { group }] of configuration.ignored.entries()) {
    if (group !== undefined && !configuration.groups.has(group))
      report(['lint', 'ignore', index, 'group'], 'is not a key of groups');
  }
  return problems;
}
