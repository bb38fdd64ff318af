import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { Accounts } from './accounts.tsx';
import { Catalogue } from './catalogue.tsx';

/** Publisher accounts and what they can use. */
export function Publishers() {
  const { publishers: words } = useMessages();
  const { filters, set } = useListState();
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        label={words.title}
        selected={filters.tab ?? 'accounts'}
        onSelect={(tab) => set({ tab: tab === 'accounts' ? undefined : tab })}
        tabs={[
          { key: 'accounts', title: words.tabs.accounts, content: () => <Accounts /> },
          { key: 'catalogue', title: words.tabs.catalogue, content: () => <Catalogue /> },
        ]}
      />
    </Page>
  );
}
