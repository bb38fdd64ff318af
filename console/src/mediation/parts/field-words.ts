import { groupChanges, placeOf } from '../../../../src/client/group-changes.ts';
import { groupText, type Shown } from '../../../../src/client/group-text.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { shownValues } from '../../kit/shown-values.ts';
import { useMessages } from '../../messages/index.ts';
import { useLabels } from './labels.ts';

/** How the values of a group are shown; mappings have names if they differ from those of the group before. */
export function useShown(after: MediationGroup, before: MediationGroup = after) {
  const changed = groupChanges(before, after).flatMap((change) =>
    change.kind === 'changed' ? (placeOf(change.path)?.adUnitId ?? []) : [],
  );
  const { unit, source, mapping } = useLabels([...new Set(changed)]);
  return { ...shownValues, unit, source, mapping } satisfies Shown;
}

/** Fields of a group and their values in words; lines are named as in the first group that has them. */
export function useFieldWords(...groups: readonly MediationGroup[]) {
  const { changeWords } = useMessages();
  const [after = {}, before] = groups;
  return groupText(changeWords, useShown(after, before), ...groups);
}
