import { hasWords } from '../../../src/conventions/has-words.ts';
import type { Choice } from '../kit/choice-box.tsx';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

type Named = Pick<Choice, 'group' | 'text' | 'terms'>;

/**
 * Less is better: what is typed begins the text, begins a word of it, is in it, its words are in it, or only in the other words of
 * the choice.
 */
function rankOf({ text }: Named, typed: string): number {
  const [own, wanted] = [text.toLowerCase(), typed.toLowerCase()];
  if (own.startsWith(wanted)) return 0;
  if (own.split(BETWEEN_WORDS).some((_, index, words) => words.slice(index).join(' ').startsWith(wanted)))
    return 1;
  if (own.includes(wanted)) return 2;
  return hasWords(own, wanted) ? 3 : 4;
}

/** Other words for verbs, by the verb with which the text of an action begins. */
export type Synonyms = Readonly<Record<string, string>>;

/** The name of an action, and other words for its verb. */
export const withSynonyms = (text: string, synonyms: Synonyms): string =>
  `${text} ${synonyms[text.toLowerCase().split(' ', 1)[0] ?? ''] ?? ''}`;

/** The choices that have all words that were typed, the best first, in their groups. Equal ones stay in their order. */
export function byFit<One extends Named>(
  choices: readonly One[],
  typed: string,
  synonyms: Synonyms = {},
): readonly One[] {
  const sorted = choices
    .filter(({ text, terms = '' }) => hasWords(`${withSynonyms(text, synonyms)} ${terms}`, typed))
    .toSorted((one, other) => rankOf(one, typed) - rankOf(other, typed));
  return [...Map.groupBy(sorted, ({ group }) => group).values()].flat();
}

/**
 * What was found for a text, and pages and actions with their names in it, each in groups. A group of these stands before what was
 * found if its best one fits at least as well: so the name of a page or an action comes before people who are found by their ids,
 * and the name of a person before actions with a word like it.
 */
export function ranked<One extends Named>(
  found: readonly One[],
  own: readonly One[],
  typed: string,
  synonyms: Synonyms = {},
): readonly One[] {
  const best = Math.min(...found.map((one) => rankOf(one, typed)));
  const groups = Map.groupBy(byFit(own, typed, synonyms), ({ group }) => group);
  const isBefore = ([first]: readonly One[]) => first !== undefined && rankOf(first, typed) <= best;
  const { before = [], after = [] } = Object.groupBy(groups.values(), (one) =>
    isBefore(one) ? 'before' : 'after',
  );
  return [...before.flat(), ...found, ...after.flat()];
}
