import { choiceFilter } from '../../frame/list-filters.tsx';
import { useListState } from '../../frame/list-state.ts';
import { Page } from '../../frame/page.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useAllGroups } from '../data.ts';
import { ChangeFilters } from './change-filters.tsx';
import { ChangeList } from './change-list.tsx';

/** Changes of the account. The filters are in the address, except the author. */
export function Changes() {
  const { mediation } = useMessages();
  const { changes: words } = mediation;
  const list = useListState();
  const { name } = useAccount();
  const { data: groups = [] } = useAllGroups();
  const known = groups.map(({ mediationGroupId, displayName = '' }) => ({
    value: `${name}/mediationGroups/${mediationGroupId}`,
    text: displayName,
  }));
  const { resource } = list.filters;
  const isOther = resource !== undefined && known.every(({ value }) => value !== resource);
  const other = isOther ? [{ value: resource, text: resource.split('/').slice(2).join('/') }] : [];
  const about = choiceFilter(list, 'resource', {
    label: words.resource,
    names: [...other, ...known],
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <ChangeFilters more={[about]}>
        <ChangeList resource={resource} />
      </ChangeFilters>
    </Page>
  );
}
