import { decimalOf } from '../../../../src/client/cpm.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { linesOf } from '../model/draft.ts';
import type { Labels } from './labels.ts';

/** Lines by name. Of several with the same name, all but the first say which of them they are, so that no line hides another. */
function byName<Value>(
  lines: readonly (readonly [string, Value])[],
  { lineOfSameName }: Labels,
): Readonly<Record<string, Value>> {
  const named = new Map<string, Value>();
  for (const [name, value] of lines) {
    let key = name;
    for (let count = 2; named.has(key); count += 1) key = lineOfSameName(name, count);
    named.set(key, value);
  }
  return Object.fromEntries(named);
}

/** A group as people compare it: without technical members, with prices in dollars and ids with names. */
export function forDifference(group: MediationGroup, labels: Labels, withIds = true) {
  const { displayName, state, targeting, mediationAbExperimentState } = group;
  const { adUnitIds = [], adUnits: _, ...rest } = targeting ?? {};
  const lines = linesOf(group).map((line) => {
    const { id = '', cpmMode, cpmMicros, adUnitMappings = {}, experimentVariant, adSourceId, ...more } = line;
    // Without ids two groups are compared, where variant A has the lines of the group.
    const isOfGroup = experimentVariant === 'ORIGINAL' || (!withIds && experimentVariant === 'VARIANT_A');
    const isNamedB = !withIds && experimentVariant === 'VARIANT_B';
    const variant = isOfGroup || isNamedB ? undefined : experimentVariant;
    const { displayName: name = '', ...rest } = more;
    const source = labels.source(adSourceId);
    return [
      isNamedB ? labels.inVariantB(name) : withIds && !id.startsWith('-') ? `${name} (${id})` : name,
      {
        ...rest,
        ...(source !== name && { adSource: source }),
        cpm: cpmMode === 'LIVE' ? 'LIVE' : `$${decimalOf(cpmMicros ?? '0')}`,
        ...(variant && { variant }),
        ...(Object.keys(adUnitMappings).length > 0 && {
          mappings: Object.fromEntries(
            Object.entries(adUnitMappings).map(([unit, mapping]) => [
              labels.unit(unit),
              labels.mapping(mapping),
            ]),
          ),
        }),
      },
    ] as const;
  });
  return {
    displayName,
    state,
    ...(mediationAbExperimentState === 'RUNNING' && { experiment: 'RUNNING' }),
    targeting: { ...rest, adUnits: adUnitIds.map(labels.unit) },
    lines: byName(lines, labels),
  };
}
