import { mediationMethods } from 'virtual:contract';
import type { ReactNode } from 'react';
import { clearing, type ListSearch, useListState } from '../../frame/list-state.ts';
import { dayStart } from '../../kit/day-start.ts';
import { Field, Select } from '../../kit/field.tsx';
import { Days, Filters } from '../../kit/filters.tsx';
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
    <Filters
      search={
        <Field label={words.who}>
          <Typed
            value={who}
            onChange={(text) => set({ who: text || undefined })}
            placeholder={words.whoHint}
          />
        </Field>
      }
      days={
        <Days
          from={from}
          until={until}
          onFrom={(day) => set({ from: day || undefined })}
          onUntil={(day) => set({ until: day || undefined })}
        />
      }
      onClear={clearing({ filters, set }, OWN)}
    >
      {children}
      <Field label={words.method}>
        <Select
          value={method}
          options={[{ value: '', text: words.anyMethod }, ...methods]}
          onChange={(value) => set({ method: value || undefined })}
        />
      </Field>
    </Filters>
  );
}
