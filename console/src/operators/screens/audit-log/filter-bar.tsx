import { useState } from 'react';
import { EVENT_KINDS } from '../../../../../src/admin/contract/audit-log/kinds.ts';
import { authorName, emailName } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { MOST_SEARCHED } from '../../../../../src/client/event-search.ts';
import { hasWords } from '../../../../../src/conventions/has-words.ts';
import { cleared, type ListSearch, type useListState } from '../../../frame/list-state.ts';
import { useSession } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { type Choice, ChoiceBox } from '../../../kit/choice-box.tsx';
import { Field, TextInput } from '../../../kit/field.tsx';
import { Icon } from '../../../kit/icons.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { typedPerson } from '../../palette/typed-person.ts';
import type { EventRow } from '../../parts/events/sentence.tsx';
import { useKnownNames } from '../../parts/people/known-names.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { useSearchKey } from '../../parts/search-key.ts';
import { IDS, type IdFilter, kindText } from './filters.ts';
import { keyOf, wordsOf } from './searched-words.ts';
import { useFindPerson } from './use-find-person.ts';

interface FilterBarProps {
  readonly list: ReturnType<typeof useListState>;
  /** The entries that are shown, for the names of their authors. */
  readonly events: readonly EventRow[];
}

/** Choices of one group; a person reads no more. */
const MOST = 8;

/** Ids have digits or dashes, and no blanks. */
const ID = /^(?=.*[\d-])\S{3,}$/;

/** The authors of these entries and, for administrators, all users. */
function useAuthors(events: readonly EventRow[], isTyping: boolean): ReadonlyMap<string, string> {
  const may = useMayCall()('listUsers');
  const { data } = useAdmin('listUsers', { pageSize: 200 }, { enabled: may && isTyping });
  const shown = events.flatMap((event) =>
    event.operatorId === undefined ? [] : [[event.operatorId, authorName(event)] as const],
  );
  const users = (data?.users ?? []).map(({ id, email }) => [id, emailName(email)] as const);
  return new Map([...users, ...shown]);
}

function useChoices(typed: string, authors: ReadonlyMap<string, string>, set: (one: ListSearch) => void) {
  const names = useKnownNames();
  const find = useFindPerson((holderId) => set({ holderId }));
  const { auditLog: words } = useMessages();
  const { session } = useSession();
  const text = typed.trim();
  if (text === '') return [];
  const choice = (group: string, key: string, label: string, change: ListSearch, more?: string): Choice => ({
    key: `${group} ${key}`,
    group,
    text: label,
    more,
    run: () => set(change),
  });
  const kinds = EVENT_KINDS.filter((kind) => hasWords(kind.text, text)).slice(0, MOST);
  const people = [...authors].filter(([id, name]) => hasWords(`${name} ${id}`, text)).slice(0, MOST);
  const holders = [...names].filter(([, name]) => name !== undefined && hasWords(name, text)).slice(0, MOST);
  const person = typedPerson(text);
  const isOwn = (id: string) => id === session.person.id;
  return [
    ...kinds.map((kind) =>
      choice(words.event, kind.text, kind.text, { subject: kind.subject, event: kind.event }),
    ),
    ...people.map(([id, name]) =>
      choice(words.by, id, isOwn(id) ? words.byMe(name) : name, { operatorId: id }, id),
    ),
    ...holders.map(([id, name]) => choice(words.person, id, name ?? id, { holderId: id }, id)),
    ...(find && person && person.birthDate !== ''
      ? [{ ...choice(words.person, 'find', words.personOf(text), {}), run: () => void find(person) }]
      : []),
    ...(!ID.test(text)
      ? []
      : IDS.map((name) => choice(words.withId, name, words.idOf[name](text), { [name]: text }))),
    {
      ...choice(words.words, 'says', words.says(text), {}),
      run: () => set({ says: keyOf(text) }),
    },
  ];
}

/** One search over all filters. They are in the address, and each that is set can be taken away. */
export function FilterBar({ list, events }: FilterBarProps) {
  const { auditLog: words } = useMessages();
  const { filters, set } = list;
  const form = useSearchKey();
  const [typed, setTyped] = useState('');
  const mayFind = useMayCall()('searchHolders');
  const authors = useAuthors(events, typed !== '');
  const choices = useChoices(typed, authors, (change) => {
    setTyped('');
    set(change);
  });
  return (
    <form ref={form} className="stack tight" onSubmit={(event) => event.preventDefault()}>
      <div className="log-filters">
        <div className="field">
          <span aria-hidden="true">{words.search}</span>
          <ChoiceBox
            label={words.search}
            placeholder={words.searchHint}
            value={typed}
            onChange={setTyped}
            choices={choices}
          >
            <p className="soft small choice-group">
              {words.searches(MOST_SEARCHED)} {mayFind && words.searchesPeople}
            </p>
          </ChoiceBox>
        </div>
        <Field label={words.from}>
          <TextInput type="date" value={filters.from ?? ''} onChange={(from) => set({ from })} />
        </Field>
        <Field label={words.to}>
          <TextInput type="date" value={filters.to ?? ''} onChange={(to) => set({ to })} />
        </Field>
      </div>
      <Chips list={list} authors={authors} />
    </form>
  );
}

interface ChipsProps extends Pick<FilterBarProps, 'list'> {
  readonly authors: ReadonlyMap<string, string>;
}

function Chips({ list: { filters, set }, authors }: ChipsProps) {
  const { auditLog: words } = useMessages();
  const holder = useHolderName(filters.holderId);
  const says = wordsOf(filters.says);
  const kind = kindText(filters);
  const given = IDS.filter((name) => filters[name]);
  if (kind === undefined && given.length === 0 && !says && !filters.from && !filters.to) return null;
  const named = (name: IdFilter, id: string) =>
    (name === 'holderId' ? holder : name === 'operatorId' ? authors.get(id) : undefined) ?? id;
  return (
    <div className="chips">
      {kind !== undefined && (
        <Chip text={kind} onRemove={() => set({ subject: undefined, event: undefined })} />
      )}
      {given.map((name) => (
        <Chip
          key={name}
          text={words.idOf[name](named(name, filters[name] ?? ''))}
          onRemove={() => set({ [name]: undefined })}
        />
      ))}
      {says && <Chip text={words.says(says)} onRemove={() => set({ says: undefined })} />}
      <Button kind="quiet" onClick={() => set(cleared(Object.keys(filters)))}>
        {words.clear}
      </Button>
    </div>
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { auditLog: words } = useMessages();
  return (
    <span className="chip">
      {text}
      <button type="button" className="copy" aria-label={words.remove(text)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
