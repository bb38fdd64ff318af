import { inVariant, type VariantWords } from '../../../src/client/in-variant.ts';
import { hasWords } from '../../../src/conventions/has-words.ts';
import type { MediationGroup, MediationGroupLine } from '../../../src/mediation/contract/index.ts';

/** Choices of one kind. */
export const MOST = 6;

/** The fields by which lines are found and told apart. */
export const FOUND_LINE_FIELDS = 'displayName,experimentVariant';

export interface FoundLine extends MediationGroupLine {
  readonly id: string;
  /** Its name, with its variant in an experiment. */
  readonly text: string;
}

/** A group, or a line of it. */
export interface GroupHit {
  readonly group: MediationGroup;
  readonly line?: FoundLine;
}

type Fits = (hit: GroupHit) => boolean;
/** Other words by which a group is found, such as its format. */
type About = (group: MediationGroup) => string;

export const groupsNamed = (
  all: readonly MediationGroup[],
  typed: string,
  { fits = () => true, about = () => '' }: { readonly fits?: Fits; readonly about?: About | undefined } = {},
): readonly GroupHit[] =>
  all
    .filter((group) => hasWords(`${group.displayName} ${group.mediationGroupId} ${about(group)}`, typed))
    .map((group) => ({ group }))
    .filter(fits)
    .slice(0, MOST);

/** By words of the name, by the id, and by the name of the group. */
export const linesNamed = (
  all: readonly MediationGroup[],
  typed: string,
  words: VariantWords,
  fits: Fits = () => true,
): readonly GroupHit[] =>
  all
    .flatMap((group) =>
      Object.entries(group.mediationGroupLines ?? {}).map(([id, line]) => {
        const text = inVariant(line.displayName ?? '', line, words);
        return { group, line: { ...line, id, text } };
      }),
    )
    .filter(
      ({ group, line: { id, displayName, text } }) =>
        displayName !== undefined && hasWords(`${text} ${id} ${group.displayName}`, typed),
    )
    .filter(fits)
    .slice(0, MOST);

/** Groups, then lines that the text names too, and the one group that all of them belong to. */
export function findGroups(
  all: readonly MediationGroup[],
  typed: string,
  words: VariantWords,
  about?: About,
) {
  const isNamed: Fits = ({ line }) =>
    typed.split(/\s+/).some((word) => hasWords(`${line?.text} ${line?.id}`, word));
  const hits = [...groupsNamed(all, typed, { about }), ...linesNamed(all, typed, words, isNamed)];
  const [only, other] = new Set(hits.map(({ group }) => group));
  return { hits, only: other ? undefined : only };
}
