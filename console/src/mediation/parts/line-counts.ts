import { useMessages } from '../../messages/index.ts';
import type { DraftLine } from '../model/draft.ts';

/**
 * How many lines bid, have a price and are disabled, in words. They stand in the order in which lines are asked: bidders, then
 * lines by price; disabled ones are not asked.
 */
export function useLineCounts() {
  const { groups: words } = useMessages().mediation;
  return (lines: readonly DraftLine[]): readonly string[] => {
    const on = lines.filter(({ state }) => state === 'ENABLED');
    const live = on.filter(({ cpmMode }) => cpmMode === 'LIVE').length;
    const off = lines.filter(({ state }) => state === 'DISABLED').length;
    return [words.live(live), words.priced(on.length - live), ...(off > 0 ? [words.disabledLines(off)] : [])];
  };
}
