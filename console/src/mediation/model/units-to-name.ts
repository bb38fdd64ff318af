import type { MediationGroupLine } from '../../../../src/mediation/contract/index.ts';

type Line = Pick<MediationGroupLine, 'displayName' | 'adUnitMappings'>;

/** Each ad unit has a list of mappings of its own, and a group may have 250 ad units. */
const MOST = 50;

const mappingsOf = (lines: readonly Line[]) =>
  new Map(
    lines.flatMap(({ displayName, adUnitMappings = {} }) =>
      Object.entries(adUnitMappings).map(
        ([unit, mapping]) => [JSON.stringify([displayName, unit, mapping]), unit] as const,
      ),
    ),
  );

/** The ad units whose mappings a comparison shows by name: those with other mappings than before, but not more than 50. */
export function unitsToName(one: readonly Line[], other: readonly Line[]): readonly string[] {
  const [first, second] = [mappingsOf(one), mappingsOf(other)];
  const differing = [...first, ...second].filter(([key]) => !first.has(key) || !second.has(key));
  return [...new Set(differing.map(([, unit]) => unit))].slice(0, MOST);
}
