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
  const choice = (
    key: keyof GroupFilter,
    choices: Pick<Parameters<typeof choiceFilter>[2], 'words' | 'names'>,
  ) => choiceFilter(list, key, { label: named(words.filters, key), ...choices });
  const more = [
    typed('region'),
    choice('source', {
      names: known?.sources.map(({ adSourceId: value, title: text }) => ({ value, text })),
    }),
    choice('app', {
      names: inventory?.apps.map(({ appId = '' }) => ({ value: appId, text: labels.app(appId) })),
    }),
    choice('unit', {
      names: inventory?.units.map(({ adUnitId = '' }) => ({ value: adUnitId, text: labels.unit(adUnitId) })),
    }),
  ];
  const set = more.flatMap((filter) => filter.set);
  const [isOpen, setOpen] = useState(set.length > 0);
  return (
    <ListFilters
      list={list}
      search={typed('name')}
      filters={[
        { input: null, set: setTo(list, 'id', words.filters.id), isHidden: true },
        choice('state', {
          words: [
            ['ENABLED', shared.states.ENABLED],
            ['DISABLED', shared.states.DISABLED],
            [ARCHIVED, words.archived],
          ],
        }),
        choice('platform', {
          names: platforms.map((value) => ({ value, text: named(shared.platforms, value) })),
        }),
        choice('format', { words: adFormats.map((one) => [one, named(shared.formats, one)]) }),
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
