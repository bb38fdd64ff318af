import type { DraftLine } from './draft.ts';

/** `AppLovin (bidding)` and `AppLovin` are the same network. */
const network = (title: string) => title.replace(/\s*\([^)]*\)/g, '').trim();

/** Networks with both an enabled bidding line and an enabled line with a price. */
export function doubled(
  lines: readonly DraftLine[],
  titleOf: (adSourceId: string) => string,
): readonly string[] {
  const of = (isLive: boolean) =>
    new Set(
      lines
        .filter(
          ({ state, cpmMode, isTreatment }) =>
            state === 'ENABLED' && !isTreatment && (cpmMode === 'LIVE') === isLive,
        )
        .map(({ adSourceId }) => network(titleOf(adSourceId))),
    );
  const live = of(true);
  return [...of(false)].filter((name) => live.has(name));
}
