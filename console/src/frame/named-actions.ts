import { type Synonyms, withSynonyms } from './by-fit.ts';
import type { PaletteChoice, PaletteSource } from './palette-sources.ts';

/** Actions with things that are offered for a text. */
const MOST = 8;

/** Whether the first word begins a word of the name, or another word for its verb. */
const isIn = (word: string, name: string): boolean =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((own) => own.startsWith(word.toLowerCase()));

/** Actions that have most words of a text in their names, and the other words, which name what they act on. */
export function splitByActions<Action extends Pick<PaletteChoice, 'text'>>(
  actions: readonly Action[],
  typed: string,
  synonyms: Synonyms,
): { readonly actions: readonly Action[]; readonly rest: string } {
  const words = typed.split(/\s+/);
  const split = actions.map((action) => {
    const name = withSynonyms(action.text, synonyms);
    return { action, rest: words.filter((word) => !isIn(word, name)) };
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
  { group, synonyms }: { readonly group: string; readonly synonyms: Synonyms },
): PaletteSource => ({
  isLast: true,
  async find(typed) {
    const { actions: named, rest } = splitByActions(actions, typed, synonyms);
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
          terms: `${withSynonyms(action.text, synonyms)} ${choice.terms ?? ''}`,
        }));
      }),
    );
    return found.flat().slice(0, MOST);
  },
});
