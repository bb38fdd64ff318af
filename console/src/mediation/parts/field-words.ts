import { groupText } from '../../../../src/client/group-text.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { shownValues } from '../../kit/shown-values.ts';
import { useMessages } from '../../messages/index.ts';
import { shownMapping } from '../model/new-mapping.ts';
import { useLabels } from './labels.ts';

/** Fields of a group and their values in words; lines are named as in the first group that has them. */
export function useFieldWords(...groups: readonly MediationGroup[]) {
  const { changeWords } = useMessages();
  const { unit, source } = useLabels();
  const shown = {
    ...shownValues,
    unit,
    source,
    mapping: shownMapping,
  };
  return groupText(changeWords, shown, ...groups);
}
