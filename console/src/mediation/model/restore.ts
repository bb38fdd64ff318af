import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { asNew, type DraftLine, draftLine, linesOf } from './draft.ts';
import { fieldsOf, linePath, type Patch, patchOf, placeOf } from './fields.ts';

/** The change that restores an earlier state of a group. Removed lines come back as new ones with new ids. */
export function restoring(current: MediationGroup, earlier: MediationGroup): Patch {
  const own = new Set(linesOf(current).map(({ id }) => id));
  const kept = new Set(linesOf(earlier).map(({ id }) => id));
  const wanted = new Map(
    [...fieldsOf(earlier)].filter(([path]) => {
      const place = placeOf(path);
      return place === undefined || own.has(place.key);
    }),
  );
  for (const id of own) if (id !== undefined && !kept.has(id)) wanted.set(`${linePath(id)}.state`, 'REMOVED');
  const back: readonly DraftLine[] = linesOf(earlier)
    .filter(({ id }) => !own.has(id))
    .map(draftLine);
  return patchOf(fieldsOf(current), wanted, asNew(back));
}
