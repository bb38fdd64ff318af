import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { linesOf } from './draft.ts';
import type { MappingRow } from './mapping-rows.ts';

/** A line that could use a new mapping and names none for that ad unit. */
export interface LineToMap {
  readonly groupId: string;
  readonly lineId: string;
  readonly text: string;
}

/** The fields of groups that this needs. */
export const LINES_TO_MAP_FIELDS =
  'nextPageToken,mediationGroups(mediationGroupId,displayName,targeting/adUnitIds,mediationGroupLines/*(displayName,adSourceId,adUnitMappings))';

/** The lines for which the mappings of these rows were made. */
export function linesToMap(
  groups: readonly MediationGroup[],
  rows: readonly Pick<MappingRow, 'unit' | 'adapter'>[],
): readonly LineToMap[] {
  return groups.flatMap((group) => {
    const { mediationGroupId: groupId = '', displayName = '', targeting } = group;
    return linesOf(group)
      .filter(({ adSourceId, adUnitMappings = {} }) =>
        rows.some(
          ({ unit: { adUnitId = '' } = {}, adapter }) =>
            adapter?.adSourceId === adSourceId &&
            targeting?.adUnitIds?.includes(adUnitId) &&
            adUnitMappings[adUnitId] === undefined,
        ),
      )
      .map(({ id: lineId = '', displayName: line }) => ({
        groupId,
        lineId,
        text: `${displayName}: ${line}`,
      }));
  });
}
