import { hasWords } from '../../../../src/conventions/has-words.ts';
import { useNavigate } from '../../frame/navigation.tsx';
import type { PaletteChoice, PaletteSource, PaletteStep } from '../../frame/palette-sources.ts';
import { shownId } from '../../kit/shown-id.ts';
import { useMessages } from '../../messages/index.ts';
import { type AdminRequest, useMayCall } from '../api.ts';
import { PLACES } from '../parts/id-link.tsx';
import { typedPerson, withoutPart } from '../parts/people/typed-person.ts';
import type { ActsOn } from './action-places.ts';
import { type Hit, textsWithIds } from './hits.ts';
import type { Action, useActions } from './use-actions.ts';
import type { Hits } from './use-hits.ts';

type Find = (text: string) => Promise<readonly Hit[]>;

/** One request, whatever is typed after it. */
function once(find: () => Promise<readonly Hit[]>): Find {
  let asked: Promise<readonly Hit[]> | undefined;
  return () => {
    asked ??= find();
    return asked;
  };
}

/** What a text names: a person with a date of birth, or the number of a document. */
function searchOf(text: string): AdminRequest<'searchHolders'> | undefined {
  const person = typedPerson(text);
  if (!person) return /\d/.test(text) ? { documentNumber: text } : undefined;
  const { familyName, givenName, birthDate } = person;
  return birthDate === '' ? undefined : { familyName, birthDate, ...(givenName !== '' && { givenName }) };
}

/** The question on what an action acts, for actions that need a person or a thing. */
export function useSteps(
  hits: Hits,
  { runOn, canDo }: Pick<ReturnType<typeof useActions>, 'runOn' | 'canDo'>,
) {
  const { palette: words } = useMessages();
  const may = useMayCall();
  const navigate = useNavigate();

  return function step(action: Action, of: ActsOn, find?: Find): PaletteStep {
    const isOfPeople = of !== 'user' && of !== 'oauthClient';
    const ask = (next: () => Promise<readonly Hit[]>) => step(action, of, once(next));

    const targets: PaletteSource = {
      async find(text) {
        const found = await (find ?? (isOfPeople ? hits.byText : hits.ofLists[of]))(text);
        const fitting = (of === 'holder' ? await hits.whole(found) : found).filter((hit) =>
          canDo(action, hit),
        );
        // Of several people, the things are read when one is chosen.
        const people =
          fitting.length > 0 || of === 'holder' ? [] : found.filter(({ kind }) => kind === 'holder');
        const shown = people.length > 1 ? people : fitting;
        const texts = await hits.textsOf(shown);
        const labels = textsWithIds(shown, texts);
        const choices = shown.map(({ kind, row: { id } }, index): PaletteChoice => {
          const choice = {
            key: `${kind} ${id}`,
            group: words.kinds[kind],
            text: labels[index] ?? id,
            more: texts[index] === id || kind === 'user' ? undefined : shownId(id),
            terms: id,
          };
          return kind === of
            ? { ...choice, run: runOn(action.place, of, id) }
            : { ...choice, asks: ask(() => hits.ofPeople([id])) };
        });
        return choices.filter((choice) => hasWords(`${choice.text} ${choice.terms}`, withoutPart(text)));
      },
    };

    const searches: PaletteSource = {
      find(text) {
        const request = find === undefined && isOfPeople && may('searchHolders') ? searchOf(text) : undefined;
        if (!request) return [];
        const { documentNumber } = request;
        return [
          {
            key: 'search',
            group: words.people,
            text: documentNumber === undefined ? words.byNameAndBirth(text) : words.byNumber(text),
            asks: ask(() => hits.bySearch(request)),
          },
        ];
      },
    };

    const list: PaletteSource = {
      isLast: true,
      find: () => [
        {
          key: 'list',
          group: words.byHand,
          text: words.listOf[of],
          run: () => void navigate({ to: PLACES[of].replace('/$id', '') }),
        },
      ],
    };
    return {
      question: words.which(action.text, of),
      hint: find ? undefined : isOfPeople ? words.typePerson : words.typeName,
      sources: [targets, searches, list],
    };
  };
}
