import { adFormats, platforms } from 'virtual:contract';
import { Button } from '../../kit/button.tsx';
import { Checkbox, Field, Select } from '../../kit/field.tsx';
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

/** All filters of the interface. They are in the address. */
export function GroupFilters({ filters, onChange }: FiltersProps) {
  const { mediation } = useMessages();
  const { groups: words, words: shared } = mediation;
  const labels = useLabels();
  const { data: catalogue } = useCatalogue();
  const { data: inventory } = useInventory();
  const isMore =
    filters.archived !== undefined ||
    GROUP_FILTERS.some((key) => !FIRST.some((one) => one === key) && filters[key]);
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
  return (
    <div className="stack tight">
      <div className="filters">
        {typed('name')}
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
        {GROUP_FILTERS.some((key) => filters[key]) && (
          <Button
            kind="quiet"
            onClick={() => onChange(Object.fromEntries(GROUP_FILTERS.map((key) => [key, undefined])))}
          >
            {words.clear}
          </Button>
        )}
      </div>
      <details open={isMore}>
        <summary>{words.moreFilters}</summary>
        <div className="filters">
          {choice(
            'source',
            (catalogue?.sources ?? []).map(({ adSourceId, title }) => [adSourceId, title] as const),
          )}
          {choice(
            'app',
            (inventory?.apps ?? []).map(({ appId = '' }) => [appId, labels.app(appId)] as const),
          )}
          {choice(
            'unit',
            (inventory?.units ?? []).map(({ adUnitId = '' }) => [adUnitId, labels.unit(adUnitId)] as const),
          )}
          {typed('region')}
        </div>
        <Checkbox
          label={words.showArchived}
          isChecked={filters.archived !== undefined}
          onChange={(isChosen) => onChange({ archived: isChosen ? '1' : undefined })}
        />
      </details>
    </div>
  );
}
