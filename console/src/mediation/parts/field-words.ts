import { groupChanges, placeOf } from '../../../../src/client/group-changes.ts';
import { groupText } from '../../../../src/client/group-text.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { shownValues } from '../../kit/shown-values.ts';
import { useMessages } from '../../messages/index.ts';
import { useLabels } from './labels.ts';

/** Fields of a group and their values in words; lines are named as in the first group that has them. */
export function useFieldWords(...groups: readonly MediationGroup[]) {
  const { changeWords } = useMessages();
  const [after = {}, before = after] = groups;
  const changed = groupChanges(before, after).flatMap((change) =>
    change.kind === 'changed' ? (placeOf(change.path)?.adUnitId ?? []) : [],
  );
  const { unit, source, mapping } = useLabels([...new Set(changed)]);
  const shown = {
    ...shownValues,
    unit,
    source,
    mapping,
  };
  return groupText(changeWords, shown, ...groups);
}
