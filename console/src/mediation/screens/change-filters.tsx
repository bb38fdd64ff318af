import { mediationMethods } from 'virtual:contract';
import type { ReactNode } from 'react';
import { cleared, type ListSearch, useListState } from '../../frame/list-state.ts';
import { Button } from '../../kit/button.tsx';
import { dayStart } from '../../kit/day-start.ts';
import { Field, Select, TextInput } from '../../kit/field.tsx';
import { shownZone } from '../../kit/zone.ts';
import { useMessages } from '../../messages/index.ts';
import { Typed } from '../parts/typed.tsx';

const OWN = ['who', 'method', 'from', 'until'] as const;

/** Ids of the methods that change something in an account, with their words. */
function useMethods(): readonly { readonly value: string; readonly text: string }[] {
  const { mediation } = useMessages();
  const known: Readonly<Record<string, { readonly id: string }>> = mediationMethods;
  return Object.entries(mediation.changes.methods).map(([name, text]) => ({
    value: known[name]?.id ?? name,
    text,
  }));
}

/** What the address asks of the changes; `until` is a whole day of the reader. */
export function changesFilter({ who, method, from, until }: ListSearch) {
  const startTime = dayStart(from, shownZone());
  const endTime = dayStart(until, shownZone(), 1);
  return {
    ...(who && { subject: who }),
    ...(method && { method }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
  };
}

export const isFiltered = (search: ListSearch): boolean => OWN.some((name) => search[name]);

/** Who, what and when. The address holds them, except the author, who may be given by email. */
export function ChangeFilters({ children }: { readonly children?: ReactNode }) {
  const { mediation } = useMessages();
  const { changes: words } = mediation;
  const { filters, set } = useListState();
  const methods = useMethods();
  const { who = '', method = '', from = '', until = '' } = filters;
  return (
    <div className="filters">
      {children}
      <Field label={words.who}>
        <Typed value={who} onChange={(text) => set({ who: text || undefined })} placeholder={words.whoHint} />
      </Field>
      <Field label={words.method}>
        <Select
          value={method}
          options={[{ value: '', text: words.anyMethod }, ...methods]}
          onChange={(value) => set({ method: value || undefined })}
        />
      </Field>
      <div className="filters">
        <Field label={words.from}>
          <TextInput type="date" value={from} onChange={(day) => set({ from: day || undefined })} />
        </Field>
        <Field label={words.until}>
          <TextInput type="date" value={until} onChange={(day) => set({ until: day || undefined })} />
        </Field>
      </div>
      {isFiltered(filters) && (
        <Button kind="quiet" onClick={() => set(cleared(OWN))}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}
