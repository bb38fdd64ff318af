import { type FormEvent, useState } from 'react';
import type { useListState } from '../../../frame/list-state.ts';
import { Button } from '../../../kit/button.tsx';
import { Field, Select, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { spaced } from '../../parts/event-text.ts';
import { useSearchKey } from '../../parts/search-key.ts';
import { eventsOf, PEOPLE, type PersonFilter, SUBJECTS } from './filters.ts';

interface FilterBarProps {
  readonly list: ReturnType<typeof useListState>;
}

/** Filters in the address. Selections take effect at once, typed ids when they are submitted. */
export function FilterBar({ list }: FilterBarProps) {
  const { auditLog: words } = useMessages();
  const { filters, set } = list;
  const form = useSearchKey();
  const given = PEOPLE.find((name) => filters[name]);
  const [by, setBy] = useState<PersonFilter>(given ?? 'operatorId');
  const [person, setPerson] = useState(given ? (filters[given] ?? '') : '');
  const [subjectId, setSubjectId] = useState(filters.subjectId ?? '');
  const hasTyped = given !== undefined || filters.subjectId !== undefined;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const none = Object.fromEntries(PEOPLE.map((name) => [name, undefined]));
    set({ ...none, [by]: person.trim() || undefined, subjectId: subjectId.trim() || undefined });
  };
  const clear = () => {
    setPerson('');
    setSubjectId('');
    set(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
  };
  const option = (value: string) => ({ value, text: spaced(value) });
  return (
    <form ref={form} className="filters" onSubmit={apply}>
      <Field label={words.subject}>
        <Select
          value={filters.subject ?? ''}
          onChange={(subject) => set({ subject, event: undefined })}
          options={[{ value: '', text: words.anySubject }, ...SUBJECTS.map(option)]}
        />
      </Field>
      <Field label={words.event}>
        <Select
          value={filters.event ?? ''}
          onChange={(event) => set({ event })}
          options={[{ value: '', text: words.anyEvent }, ...eventsOf(filters.subject).map(option)]}
        />
      </Field>
      <Field label={words.from}>
        <TextInput type="date" value={filters.from ?? ''} onChange={(from) => set({ from })} />
      </Field>
      <Field label={words.to}>
        <TextInput type="date" value={filters.to ?? ''} onChange={(to) => set({ to })} />
      </Field>
      <details open={hasTyped}>
        <summary>{words.more}</summary>
        <div className="filters">
          <Field label={words.subjectId}>
            <TextInput value={subjectId} onChange={setSubjectId} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={words.by}>
            <Select
              value={by}
              onChange={setBy}
              options={PEOPLE.map((value) => ({ value, text: words.personOf[value] }))}
            />
          </Field>
          <Field label={words.personOf[by]}>
            <TextInput value={person} onChange={setPerson} autoComplete="off" spellCheck={false} />
          </Field>
          <Button type="submit">{words.apply}</Button>
        </div>
      </details>
      <div className="actions">
        {Object.keys(filters).length > 0 && (
          <Button kind="quiet" onClick={clear}>
            {words.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
