import { adUnitId, mappingName, parseMappingName } from '../../mediation/names.ts';
import type { MediationGroup } from '../../mediation/ports/entities.ts';

type Lines = MediationGroup['lines'];

/** The mappings of a line by the fragments of their ad units, which names of the mappings repeat. */
function shortened(publisherId: string, mappings: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(mappings).map(([unit, name]) => {
      const key = parseMappingName(publisherId, name);
      const isOfUnit = key !== undefined && unit === adUnitId(publisherId, key.fragment);
      return isOfUnit ? [key.fragment, key.mappingId] : [unit, name];
    }),
  );
}

/** Fragments have no slash, ids of ad units have one. */
function restored(publisherId: string, mappings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(mappings).map(([unit, mapping]) =>
      unit.includes('/')
        ? [unit, mapping]
        : [adUnitId(publisherId, unit), mappingName(publisherId, unit, mapping)],
    ),
  );
}

/** The JSON of lines, about half as long as that of the entities. */
export function printedLines(publisherId: string, lines: Lines): string {
  return JSON.stringify(
    lines.map((line) => ({ ...line, adUnitMappings: shortened(publisherId, line.adUnitMappings) })),
  );
}

/** Reads what `printedLines` or earlier versions wrote. */
export function parsedLines(publisherId: string, text: string): Lines {
  return (JSON.parse(text) as Lines).map((line) => ({
    ...line,
    adUnitMappings: restored(publisherId, line.adUnitMappings),
  }));
}
