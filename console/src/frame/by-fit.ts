import { hasWords } from '../../../src/conventions/has-words.ts';
import type { Choice } from '../kit/choice-box.tsx';

type Named = Pick<Choice, 'group' | 'text' | 'terms'>;

/** Less is better: what is typed begins the text, is in it, its words are in it, or only in the other words of the choice. */
function rankOf({ text }: Named, typed: string): number {
  const [own, wanted] = [text.toLowerCase(), typed.toLowerCase()];
  if (own.startsWith(wanted)) return 0;
  if (own.includes(wanted)) return 1;
  return hasWords(own, wanted) ? 2 : 3;
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
