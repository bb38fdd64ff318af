import { useMessages } from '../../messages/index.ts';
import type { DraftLine } from '../model/draft.ts';

/**
 * How many lines of a group bid, have a price and are disabled, in words; those of variant B are not counted. They stand in the
 * order in which lines are asked: bidders, then lines by price; disabled ones are not asked.
 */
export function useLineCounts() {
  const { groups: words } = useMessages().mediation;
  return (lines: readonly DraftLine[]): readonly string[] => {
    const own = lines.filter(({ isTreatment }) => !isTreatment);
    const on = own.filter(({ state }) => state === 'ENABLED');
    const live = on.filter(({ cpmMode }) => cpmMode === 'LIVE').length;
    const off = own.filter(({ state }) => state === 'DISABLED').length;
    return [
      words.live(live),
      words.priced(on.length - live),
      ...(off > 0 ? [words.disabledLines(off)] : []),
      ...(own.length < lines.length ? [words.andVariantB] : []),
    ];
  };
}
