import { hasWords } from '../../../src/conventions/has-words.ts';
import type { Choice } from '../kit/choice-box.tsx';

/** The choices that have all words that were typed, in any of their texts. */
export const choicesNamed = <One extends Pick<Choice, 'text' | 'more' | 'terms'>>(
  choices: readonly One[],
  typed: string,
): readonly One[] =>
  choices.filter(({ text, more, terms }) => hasWords([text, more, terms].join(' '), typed));
