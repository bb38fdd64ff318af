import { type ReactNode, useState } from 'react';
import { emailName } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { EVENT_KINDS } from '../../../../../src/admin/contract/audit-log/kinds.ts';
import { MOST_SEARCHED } from '../../../../../src/client/event-search.ts';
import { hasWords } from '../../../../../src/conventions/has-words.ts';
import { isId, isServerId } from '../../../frame/ids.ts';
import { checkFilter, ListFilters, type SetFilter, useDaysFilter } from '../../../frame/list-filters.tsx';
import type { ListSearch, useListState } from '../../../frame/list-state.ts';
import { useSession } from '../../../frame/session.tsx';
import type { Choice } from '../../../kit/choice-box.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { EventRow } from '../../parts/events/sentence.tsx';
import { useAuthors } from '../../parts/people/authors.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { MOST_CHOICES, usePersonChoices } from '../../parts/people/person-choices.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { IDS, type IdFilter, kindText } from './filters.ts';
import { keyOf, withWords, wordsOf } from './searched-words.ts';

interface FilterBarProps {
  readonly list: ReturnType<typeof useListState>;
  /** The entries that are shown, for the names of their authors. */
  readonly events: readonly EventRow[];
  readonly children: ReactNode;
}

/** The filters by an id, in words. */
function useIdText() {
  const { auditLog, parts } = useMessages();
  return { ...parts.filterOf, ...auditLog.idOf };
}

function useChoices(authors: ReadonlyMap<string, string>, { filters, set }: FilterBarProps['list']) {
  const peopleOf = usePersonChoices((holderId) => set({ holderId }));
  const { auditLog: words, parts } = useMessages();
  const { session } = useSession();
  const choice = (group: string, key: string, label: string, change: ListSearch, more?: string): Choice => ({
    key: `${group} ${key}`,
    group,
    text: label,
    more,
    run: () => set(change),
  });
  const isOwn = (id: string) => id === session.person.id;
  const idText = useIdText();
  return (text: string): readonly Choice[] => {
    const kinds = EVENT_KINDS.filter((kind) => hasWords(kind.text, text)).slice(0, MOST_CHOICES);
    const by = [...authors].filter(([id, name]) => hasWords(`${name} ${id}`, text)).slice(0, MOST_CHOICES);
    const inWords = {
      ...choice(words.words, 'says', words.says(withWords(text, filters.says)), {}),
      run: () => set({ says: keyOf(text, filters.says) }),
    };
    const ids = isId(text)
      ? IDS.map((name) => choice(parts.withId, name, idText[name](text), { [name]: text }))
      : [];
    const typed = text.trim().toLowerCase();
    const kindChoice = (kind: (typeof kinds)[number]) =>
      choice(words.event, kind.text, kind.text, { subject: kind.subject, event: kind.event });
    // Enter takes the first choice. The search for words finds what any sentence says, so it comes before what fits in part. An id
    // of the form that a server makes comes before it: an id goes into the address, and the text may be the number of a document.
    return [
      ...kinds.filter((kind) => kind.text === typed).map(kindChoice),
      ...peopleOf(text),
      ...(isServerId(text) ? [...ids, inWords] : [inWords, ...ids]),
      ...kinds.filter((kind) => kind.text !== typed).map(kindChoice),
      ...by.map(([id, name]) =>
        choice(words.by, id, isOwn(id) ? words.byMe(name) : name, { operatorId: id }, id),
      ),
    ];
  };
}

/** One search over all filters. They are in the address, and each that is set can be taken away. */
export function FilterBar({ list, events, children }: FilterBarProps) {
  const { auditLog: words } = useMessages();
  const [isTyping, setTyping] = useState(false);
  const authors = useAuthors(events, isTyping);
  const choicesOf = useChoices(authors, list);
  const set = useSetFilters(list, events, authors);
  const input = (
    <SearchBox
      label={words.search}
      placeholder={words.searchHint}
      choicesOf={choicesOf}
      note={words.searches(MOST_SEARCHED)}
      onType={() => setTyping(true)}
    />
  );
  return (
    <ListFilters
      list={list}
      search={{ input, set, isHidden: true }}
      filters={[checkFilter(list, 'hideLooks', words.hideLooks), useDaysFilter(list, 'from', 'to')]}
    >
      {children}
    </ListFilters>
  );
}

/** The name of a user by the shown entries. */
function nameIn(events: readonly EventRow[], id: string): string | undefined {
  const names = events.map(({ callerId, callerName, subjectId, subjectName }) =>
    callerId === id ? callerName : subjectId === id ? subjectName : undefined,
  );
  const email = names.find((name) => name !== undefined);
  return email && emailName(email);
}

function useSetFilters(
  { filters }: FilterBarProps['list'],
  events: FilterBarProps['events'],
  authors: ReadonlyMap<string, string>,
): readonly SetFilter[] {
  const { auditLog: words } = useMessages();
  const holder = useHolderName(filters.holderId);
  const idText = useIdText();
  const says = wordsOf(filters.says);
  const kind = kindText(filters);
  const named = (name: IdFilter, id: string) =>
    (name === 'holderId' ? holder : (authors.get(id) ?? nameIn(events, id))) ?? id;
  return [
    ...(kind === undefined ? [] : [{ text: kind, names: ['subject', 'event'] }]),
    ...IDS.flatMap((name) => {
      const id = filters[name];
      return id ? [{ text: idText[name](named(name, id)), names: [name] }] : [];
    }),
    ...(says ? [{ text: words.says(says), names: ['says'] }] : []),
  ];
}
