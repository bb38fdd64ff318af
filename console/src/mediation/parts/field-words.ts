import { formatCpm } from '../../../../src/client/cpm.ts';
import { groupText } from '../../../../src/client/group-text.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { absolute, formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { shownMapping } from '../model/new-mapping.ts';
import { useLabels } from './labels.ts';

/** Fields of a group and their values in words; lines are named as in the first group that has them. */
export function useFieldWords(...groups: readonly MediationGroup[]) {
  const { changeWords } = useMessages();
  const { unit, source } = useLabels();
  const shown = {
    price: (micros: string) => formatCpm(micros, formattingLocale()),
    time: (text: string) => absolute(Date.parse(text), formattingLocale()),
    unit,
    source,
    mapping: shownMapping,
  };
  return groupText(changeWords, shown, ...groups);
}
