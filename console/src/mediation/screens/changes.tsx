import { useListState } from '../../frame/list-state.ts';
import { Page } from '../../frame/page.tsx';
import { Field, Select } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useAllGroups } from '../data.ts';
import { ChangeFilters } from './change-filters.tsx';
import { ChangeList } from './change-list.tsx';

/** Changes of the account. The filters are in the address, except the author. */
export function Changes() {
  const { mediation } = useMessages();
  const { changes: words } = mediation;
  const { filters, set } = useListState();
  const { name } = useAccount();
  const { data: groups = [] } = useAllGroups();
  const { resource = '' } = filters;
  const known = groups.map(({ mediationGroupId, displayName = '' }) => ({
    value: `${name}/mediationGroups/${mediationGroupId}`,
    text: displayName,
  }));
  const isOther = resource !== '' && known.every(({ value }) => value !== resource);
  return (
    <Page title={words.title} lead={words.lead}>
      <ChangeFilters>
        <Field label={words.resource}>
          <Select
            value={resource}
            options={[
              { value: '', text: words.anything },
              ...(isOther ? [{ value: resource, text: resource.split('/').slice(2).join('/') }] : []),
              ...known,
            ]}
            onChange={(value) => set({ resource: value || undefined })}
          />
        </Field>
      </ChangeFilters>
      <ChangeList resource={resource || undefined} />
    </Page>
  );
}
