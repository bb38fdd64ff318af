import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { byRevenue, type Figures, sumOf } from './figures.ts';

/** Groups on the first screen; the others are in the list. */
const SHOWN = 8;

/** A group, or the revenue that no group here has: of the other groups, of the archived ones, and of requests without a group. */
export type RevenueRow =
  | { readonly kind: 'group'; readonly group: MediationGroup; readonly figures: Figures | undefined }
  | { readonly kind: 'others' | 'archived' | 'none'; readonly figures: Figures };

/** Where reports have revenue without a group. */
const NONE = '';

/** The groups that earn most, then all else, so that the rows add up to the revenue of all. Archived groups are not listed. */
export function rowsByRevenue(
  listed: readonly MediationGroup[],
  figures: ReadonlyMap<string, Figures>,
): readonly RevenueRow[] {
  const idOf = ({ mediationGroupId = '' }: MediationGroup) => mediationGroupId;
  const ordered = byRevenue(listed, figures);
  const known = new Set([...listed.map(idOf), NONE]);
  const rest = {
    others: ordered.slice(SHOWN).map((group) => figures.get(idOf(group))),
    archived: [...figures].flatMap(([id, one]) => (known.has(id) ? [] : [one])),
    none: [figures.get(NONE)],
  };
  return [
    ...ordered
      .slice(0, SHOWN)
      .map((group) => ({ kind: 'group', group, figures: figures.get(idOf(group)) }) as const),
    ...(['others', 'archived', 'none'] as const).flatMap((kind) => {
      const sum = sumOf(rest[kind]);
      return sum ? [{ kind, figures: sum }] : [];
    }),
  ];
}
