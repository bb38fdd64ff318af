import { hasWords } from '../../../src/conventions/has-words.ts';
import type { MediationGroup } from '../../../src/mediation/contract/index.ts';

/** Choices of one kind. */
export const MOST = 6;

/** A group, or a line of it. */
interface GroupHit {
  readonly group: MediationGroup;
  readonly id: string;
  readonly line?: { readonly id: string; readonly text: string };
}

export const groupsNamed = (all: readonly MediationGroup[], text: string): readonly MediationGroup[] =>
  all
    .filter(({ mediationGroupId, displayName }) => hasWords(`${displayName} ${mediationGroupId}`, text))
    .slice(0, MOST);

/** Groups by name or id, then lines by name, and the one group that all of them belong to. */
export function findGroups(all: readonly MediationGroup[], text: string) {
  const named = groupsNamed(all, text);
  const lines = all
    .flatMap((group) =>
      Object.entries(group.mediationGroupLines ?? {}).map(([id, { displayName = '' }]) => ({
        group,
        line: { id, text: displayName },
      })),
    )
    .filter(({ line }) => line.text !== '' && hasWords(line.text, text))
    .slice(0, MOST);
  const hits: readonly GroupHit[] = [...named.map((group) => ({ group })), ...lines].map((hit) => ({
    ...hit,
    id: hit.group.mediationGroupId ?? '',
  }));
  const [only, other] = new Set(hits.map(({ group }) => group));
  return { hits, only: other ? undefined : only };
}
