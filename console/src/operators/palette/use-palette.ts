import { isId } from '../../frame/ids.ts';
import { splitByActions } from '../../frame/named-actions.ts';
import { useNavigate } from '../../frame/navigation.tsx';
import type { PaletteChoice, PaletteSource } from '../../frame/palette-sources.ts';
import type { Choice } from '../../kit/choice-box.tsx';
import { shownId } from '../../kit/shown-id.ts';
import { useMessages } from '../../messages/index.ts';
import { useMayCall } from '../api.ts';
import { PLACES } from '../parts/id-link.tsx';
import { knownNames } from '../parts/people/known-names.ts';
import { typedPerson, withoutPart } from '../parts/people/typed-person.ts';
import { useGroupSource, usePublisherSource } from './group-source.ts';
import { canActOn, type Hit, hasPerson, textsWithIds } from './hits.ts';
import { useSteps } from './steps.ts';
import { useActions } from './use-actions.ts';
import { useHits } from './use-hits.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the operators' console finds, and what a person can do in it. */
export function usePalette() {
  const { common, palette: words } = useMessages();
  const may = useMayCall();
  const navigate = useNavigate();
  const hits = useHits();
  const actions = useActions();
  const step = useSteps(hits, actions);
  const groups = useGroupSource();
  const publishers = usePublisherSource();

  /** The hits, and the actions on them if they are one thing, or one person with what belongs to the person. */
  async function choicesOf(found: readonly Hit[]): Promise<readonly Choice[]> {
    const texts = await hits.textsOf(found);
    const labels = textsWithIds(found, texts);
    const things = found.map(({ kind, row: { id } }, index): Choice => {
      const text = texts[index] ?? id;
      return {
        key: `${kind} ${id}`,
        group: words.kinds[kind],
        text: text === id ? shownId(id) : text,
        more: text === id || kind === 'user' ? undefined : shownId(id),
        terms: id,
        run: () => void navigate({ to: PLACES[kind], params: { id } }),
      };
    });
    if (!canActOn(found)) return things;
    const whole = await hits.whole(found);
    return [...things, ...whole.flatMap((hit, index) => actions.on(hit, labels[index] ?? hit.row.id))];
  }

  const things: PaletteSource = { find: async (text) => choicesOf(await hits.byText(text)) };
  const { user, oauthClient } = hits.ofLists;
  const users: PaletteSource = { find: async (text) => choicesOf(await user(text)) };
  const clients: PaletteSource = { find: async (text) => choicesOf(await oauthClient(text)) };

  /** Names and numbers go with the entry of the history, into no address, and from there into the body of a request. */
  const search = (what: object) => () =>
    void navigate({ to: '/holders', state: { search: JSON.stringify(what) } });
  const choice = (key: string, text: string, run: () => void): Choice => ({
    key,
    group: words.people,
    text,
    run,
  });

  const onPeople = actions.all.filter(({ place: { of } }) => of && of !== 'user' && of !== 'oauthClient');
  /** `Elena` of `revoke Elena`. A text that does not begin with an action is a name as it is. */
  const nameIn = (text: string): string => {
    const { rest } = splitByActions(onPeople, text, common);
    return rest === '' || text.startsWith(rest) ? text : rest;
  };

  const people: PaletteSource = {
    find(typed): readonly Choice[] {
      const text = nameIn(typed);
      const person = typedPerson(text);
      if (!may('searchHolders') || !person || person.birthDate === '') return [];
      return [choice('person', words.byNameAndBirth(text), search({ kind: 'name', ...person }))];
    },
  };

  const searches: PaletteSource = {
    isLast: true,
    async find(typed): Promise<readonly Choice[]> {
      if (!may('searchHolders')) return [];
      const text = nameIn(typed);
      const person = typedPerson(text);
      const name = withoutPart(text);
      if (person?.birthDate === '')
        return hasPerson(await hits.byText(text), knownNames(), name)
          ? []
          : [choice('person', words.byName(name), search({ kind: 'name', ...person }))];
      // A UUID is the id of a request or a thing, never the number of a document.
      return /\d/.test(text) && !person && !UUID.test(text)
        ? [choice('number', words.byNumber(text), search({ kind: 'number', documentNumber: text }))]
        : [];
    },
  };

  const traces: PaletteSource = {
    isLast: true,
    async find(text): Promise<readonly Choice[]> {
      // A person has the audit log among the actions, and was sent in no request.
      const isPerson = ({ kind, row }: Hit) => kind === 'holder' && row.id === text;
      if (!isId(text) || (await hits.byText(text)).some(isPerson)) return [];
      return [
        {
          key: 'explain',
          group: words.traces,
          text: words.explain(shownId(text)),
          run: () => void navigate({ to: '/explain', search: { id: text } }),
        },
        {
          key: 'audit log',
          group: words.traces,
          text: words.auditLog(shownId(text)),
          run: () => void navigate({ to: '/audit-log', search: { subjectId: text } }),
        },
      ];
    },
  };
  const everywhere = actions.all.map((action): PaletteChoice => {
    const { method, place, text, terms, isDanger } = action;
    const choice = { key: `action ${method}`, group: common.paletteEverywhere, text, terms, isDanger };
    return place.of === undefined
      ? { ...choice, run: actions.run(place) }
      : { ...choice, asks: step(action, place.of) };
  });
  // Enter chooses the first: a search by a number goes into no address, traces do.
  return {
    sources: [people, things, users, clients, publishers, groups, searches, traces],
    actions: everywhere,
  };
}
