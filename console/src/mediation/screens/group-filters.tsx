import { adFormats, platforms } from 'virtual:contract';
import { type ReactNode, useState } from 'react';
import { choiceFilter, ListFilters, setTo } from '../../frame/list-filters.tsx';
import type { useListState } from '../../frame/list-state.ts';
import { useMessages } from '../../messages/index.ts';
import { useCatalogue, useInventory } from '../data.ts';
import { ARCHIVED, type GroupFilter } from '../model/filter.ts';
import { useLabels } from '../parts/labels.ts';
import { named } from '../parts/named.ts';
import { typedFilter } from '../parts/typed.tsx';

interface FiltersProps {
  readonly list: ReturnType<typeof useListState>;
  readonly children: ReactNode;
}

/** All filters of the interface. They are in the address. */
export function GroupFilters({ list, children }: FiltersProps) {
  const { mediation } = useMessages();
  const { groups: words, words: shared } = mediation;
  const labels = useLabels();
  const { data: known } = useCatalogue();
  const { data: inventory } = useInventory();
  const typed = (key: keyof GroupFilter) => typedFilter(list, key, named(words.filters, key));
  const choice = (key: keyof GroupFilter, options: readonly (readonly [string, string])[]) =>
    choiceFilter(list, key, {
      label: named(words.filters, key),
      options: [{ value: '', text: shared.any }, ...options.map(([value, text]) => ({ value, text }))],
    });
  const more = [
    typed('region'),
    choice('source', known?.sources.map(({ adSourceId, title }) => [adSourceId, title]) ?? []),
    choice('app', inventory?.apps.map(({ appId = '' }) => [appId, labels.app(appId)]) ?? []),
    choice('unit', inventory?.units.map(({ adUnitId = '' }) => [adUnitId, labels.unit(adUnitId)]) ?? []),
  ];
  const set = more.flatMap((filter) => filter.set);
  const [isOpen, setOpen] = useState(set.length > 0);
  return (
    <ListFilters
      list={list}
      search={typed('name')}
      filters={[
        { input: null, set: setTo(list, 'id', words.filters.id), isHidden: true },
        choice('state', [
          ['ENABLED', shared.states.ENABLED],
          ['DISABLED', shared.states.DISABLED],
          [ARCHIVED, words.archived],
        ]),
        choice(
          'platform',
          platforms.map((one) => [one, named(shared.platforms, one)]),
        ),
        choice(
          'format',
          adFormats.map((one) => [one, named(shared.formats, one)]),
        ),
        {
          input: (
            <details key="more" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
              <summary>{words.moreFilters}</summary>
              <div className="filters">{more.map(({ input }) => input)}</div>
            </details>
          ),
          set,
        },
      ]}
    >
      {children}
    </ListFilters>
  );
}
