import type {
  AdUnitMapping,
  MediationGroup,
  MediationGroupLine,
} from '../../../../src/mediation/contract/index.ts';
import { type DraftLine, isNew } from './draft.ts';
import { mappingToMake } from './new-mapping.ts';

interface MappingToMake {
  readonly adUnitId: string;
  /** The text by which lines name it. */
  readonly name: string;
  readonly mapping: AdUnitMapping;
}

/** What is made when the lines are saved. A line that is removed needs no mapping. */
export const mappingsToMake = (
  lines: readonly DraftLine[],
  adUnitIds: readonly string[],
): readonly MappingToMake[] =>
  lines
    .filter(({ state }) => state !== 'REMOVED')
    .flatMap(({ adUnitMappings }) => Object.entries(adUnitMappings))
    .flatMap(([adUnitId, name]) => {
      const mapping = mappingToMake(name);
      return mapping && adUnitIds.includes(adUnitId) ? [{ adUnitId, name, mapping }] : [];
    });

/** The lines with the resource names of what was made: by ad unit and text. */
export const withMade = (
  lines: readonly DraftLine[],
  made: (adUnitId: string, name: string) => string | undefined,
): readonly DraftLine[] =>
  lines.map((line) => ({
    ...line,
    adUnitMappings: Object.fromEntries(
      Object.entries(line.adUnitMappings).map(([adUnitId, name]) => [adUnitId, made(adUnitId, name) ?? name]),
    ),
  }));

/** A group that the server would store, with the mappings that would be made for its lines. */
export function withMappingsToMake(group: MediationGroup, lines: readonly DraftLine[]): MediationGroup {
  const { mediationGroupLines = {} } = group;
  const added = new Map<string, Readonly<Record<string, string>>>();
  for (const line of lines) {
    const isIt = ([key, one]: [string, MediationGroupLine]) =>
      key === line.key ||
      (isNew(line) &&
        one.adSourceId === line.adSourceId &&
        one.displayName === line.displayName &&
        !lines.some((other) => other.key === key));
    const [key] = Object.entries(mediationGroupLines).find(isIt) ?? [];
    const isNamed = (entry: [string, string]) => mappingToMake(entry[1]) !== undefined;
    const news = Object.entries(line.adUnitMappings).filter(isNamed);
    if (key !== undefined && news.length > 0) added.set(key, Object.fromEntries(news));
  }
  return {
    ...group,
    mediationGroupLines: Object.fromEntries(
      Object.entries(mediationGroupLines).map(([key, line]) => [
        key,
        added.has(key) ? { ...line, adUnitMappings: { ...line.adUnitMappings, ...added.get(key) } } : line,
      ]),
    ),
  };
}

/** What lint is asked about a group: its mappings that are to be made have short names, and are given beside it. */
export function askedOfLint(group: MediationGroup) {
  const mappings: { adUnitId: string; mapping: AdUnitMapping }[] = [];
  const named = ([adUnitId, name]: [string, string]): [string, string] => {
    const mapping = mappingToMake(name);
    if (!mapping) return [adUnitId, name];
    const short = `new-${mappings.length + 1}`;
    mappings.push({ adUnitId, mapping: { ...mapping, name: short } });
    return [adUnitId, short];
  };
  const lines = Object.entries(group.mediationGroupLines ?? {}).map(([key, line]) => {
    const { adUnitMappings } = line;
    if (!adUnitMappings) return [key, line] as const;
    return [
      key,
      { ...line, adUnitMappings: Object.fromEntries(Object.entries(adUnitMappings).map(named)) },
    ] as const;
  });
  return { group: { ...group, mediationGroupLines: Object.fromEntries(lines) }, mappings };
}
