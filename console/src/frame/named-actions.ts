import { type Synonyms, withSynonyms } from './by-fit.ts';
import { SHORTEST } from './ids.ts';
import type { PaletteChoice, PaletteSource } from './palette-sources.ts';

/** Actions with things that are offered for a text. */
const MOST = 8;

/** Words of the texts of a console. */
interface Words {
  readonly synonyms: Synonyms;
  /** Articles, prepositions and the like, which tell no action from others. */
  readonly smallWords: string;
}

/** The words of a text, without small ones. */
const wordsOf = (text: string, { smallWords }: Words, between: RegExp): readonly string[] => {
  const small = smallWords.split(' ');
  return text.split(between).filter((word) => word !== '' && !small.includes(word.toLowerCase()));
};

/** Whether the first word begins one of the others. Shorter ones begin too many, and may be initials. */
const isIn = (word: string, others: readonly string[]): boolean =>
  word.length >= SHORTEST && others.some((one) => one.toLowerCase().startsWith(word.toLowerCase()));

/** Actions that have most words of a text in their names, and the other words, which name what they act on. */
export function splitByActions<Action extends Pick<PaletteChoice, 'text'>>(
  actions: readonly Action[],
  typed: string,
  used: Words,
): { readonly actions: readonly Action[]; readonly rest: string } {
  const words = wordsOf(typed, used, /\s+/);
  const split = actions.map((action) => {
    const own = wordsOf(withSynonyms(action.text, used.synonyms), used, /[^\p{L}\p{N}]+/u);
    return { action, rest: words.filter((word) => !isIn(word, own)) };
  });
  const least = Math.min(...split.map(({ rest }) => rest.length));
  // Only one text is searched for, so that no text that is typed asks for more than its words.
  const shortest = split.filter(({ rest }) => rest.length === least && rest.length < words.length);
  const rest = (shortest.find((one) => !one.rest.includes(words[0]!)) ?? shortest[0])?.rest.join(' ') ?? '';
  return { actions: shortest.filter((one) => one.rest.join(' ') === rest).map(({ action }) => action), rest };
}

/** Finds an action and what it acts on by words of both: `archive rewarded`. */
export const namedActions = (
  actions: readonly PaletteChoice[],
  { group, ...used }: Words & { readonly group: string },
): PaletteSource => ({
  isLast: true,
  async find(typed) {
    const { actions: named, rest } = splitByActions(actions, typed, used);
    if (rest === '') return [];
    const found = await Promise.all(
      named.map(async (action) => {
        const sources = 'asks' in action ? action.asks.sources.filter(({ isLast }) => !isLast) : [];
        const answers = await Promise.all(sources.map((source) => source.find(rest)));
        return answers.flat().map((choice) => ({
          ...choice,
          key: `${action.key} ${choice.key}`,
          group,
          text: `${action.text}: ${choice.text}`,
          isDanger: action.isDanger,
          terms: `${withSynonyms(action.text, used.synonyms)} ${choice.terms ?? ''}`,
        }));
      }),
    );
    return found.flat().slice(0, MOST);
  },
});
