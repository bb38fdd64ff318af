import { mediationMethods } from 'virtual:contract';
import type { ReactNode } from 'react';
import { choiceFilter, type Filter, ListFilters, useDaysFilter } from '../../frame/list-filters.tsx';
import { type ListSearch, useListState } from '../../frame/list-state.ts';
import { dayStart } from '../../kit/day-start.ts';
import { shownZone } from '../../kit/zone.ts';
import { useMessages } from '../../messages/index.ts';
import { typedFilter } from '../parts/typed.tsx';

/** Ids of the methods that change something in an account, with their words. */
function useMethods() {
  const { mediation } = useMessages();
  const known: Readonly<Record<string, { readonly id: string }>> = mediationMethods;
  return Object.entries(mediation.changes.methods).map(
    ([name, text]) => [known[name]?.id ?? name, text] as const,
  );
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

interface ChangeFiltersProps {
  /** Before the others. */
  readonly more?: readonly Filter[];
  readonly children: ReactNode;
}

/** Who, what and when. The address holds them, except the author, who may be given by email. */
export function ChangeFilters({ more = [], children }: ChangeFiltersProps) {
  const { mediation } = useMessages();
  const { changes: words } = mediation;
  const list = useListState();
  return (
    <ListFilters
      list={list}
      search={typedFilter(list, 'who', words.who, words.whoHint)}
      filters={[
        ...more,
        choiceFilter(list, 'method', {
          label: words.method,
          words: useMethods(),
        }),
        useDaysFilter(list, 'from', 'until'),
      ]}
    >
      {children}
    </ListFilters>
  );
}
