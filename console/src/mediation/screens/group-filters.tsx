import { adFormats, platforms } from 'virtual:contract';
import { useState } from 'react';
import { clearing } from '../../frame/list-state.ts';
import { Checkbox, Field, Select } from '../../kit/field.tsx';
import { Filters } from '../../kit/filters.tsx';
import { useMessages } from '../../messages/index.ts';
import { useCatalogue, useInventory } from '../data.ts';
import { GROUP_FILTERS, type GroupFilter } from '../model/filter.ts';
import { useLabels } from '../parts/labels.ts';
import { named } from '../parts/named.ts';
import { Typed } from '../parts/typed.tsx';

interface FiltersProps {
  readonly filters: GroupFilter & { readonly archived?: string };
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

const FIRST = ['name', 'state', 'platform', 'format'] as const;

/** The inputs of filters. */
function useInputs({ filters, onChange }: FiltersProps) {
  const { mediation } = useMessages();
  const { groups: words, words: shared } = mediation;
  const choice = (key: keyof GroupFilter, options: readonly (readonly [string, string])[]) => {
    const value = filters[key] ?? '';
    const known = value === '' || options.some(([one]) => one === value);
    const all = known ? options : [[value, value] as const, ...options];
    return (
      <Field label={named(words.filters, key)}>
        <Select
          value={value}
          options={[{ value: '', text: shared.any }, ...all.map(([one, text]) => ({ value: one, text }))]}
          onChange={(chosen) => onChange({ [key]: chosen || undefined })}
        />
      </Field>
    );
  };
  const typed = (key: 'name' | 'region') => (
    <Field label={named(words.filters, key)}>
      <Typed value={filters[key] ?? ''} onChange={(text) => onChange({ [key]: text || undefined })} />
    </Field>
  );
  return { choice, typed };
}

/** Filters that need the names of sources, apps and units, which are read when they are opened. */
function MoreFilters(props: FiltersProps) {
  const { mediation } = useMessages();
  const labels = useLabels();
  const { data: known } = useCatalogue();
  const { data: inventory } = useInventory();
  const { choice, typed } = useInputs(props);
  const { filters, onChange } = props;
  return (
    <Filters search={typed('region')}>
      {choice(
        'source',
        (known?.sources ?? []).map(({ adSourceId, title }) => [adSourceId, title] as const),
      )}
      {choice(
        'app',
        (inventory?.apps ?? []).map(({ appId = '' }) => [appId, labels.app(appId)] as const),
      )}
      {choice(
        'unit',
        (inventory?.units ?? []).map(({ adUnitId = '' }) => [adUnitId, labels.unit(adUnitId)] as const),
      )}
      <Checkbox
        label={mediation.groups.showArchived}
        isChecked={filters.archived !== undefined}
        onChange={(isChosen) => onChange({ archived: isChosen ? '1' : undefined })}
      />
    </Filters>
  );
}

/** All filters of the interface. They are in the address. */
export function GroupFilters(props: FiltersProps) {
  const { mediation } = useMessages();
  const { groups: words, words: shared } = mediation;
  const { filters, onChange } = props;
  const { choice, typed } = useInputs(props);
  const isMore =
    filters.archived !== undefined ||
    GROUP_FILTERS.some((key) => !FIRST.some((one) => one === key) && filters[key]);
  const [isOpen, setOpen] = useState(isMore);
  return (
    <div className="stack tight">
      <Filters search={typed('name')} onClear={clearing({ filters, set: onChange }, GROUP_FILTERS)}>
        {choice('state', [
          ['ENABLED', shared.states.ENABLED],
          ['DISABLED', shared.states.DISABLED],
        ])}
        {choice(
          'platform',
          platforms.map((one) => [one, named(shared.platforms, one)] as const),
        )}
        {choice(
          'format',
          adFormats.map((one) => [one, named(shared.formats, one)] as const),
        )}
      </Filters>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{words.moreFilters}</summary>
        {isOpen && <MoreFilters {...props} />}
      </details>
    </div>
  );
}
