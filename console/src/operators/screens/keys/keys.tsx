import '../../../styles/keys.css';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { IssuerKeys } from './issuer-keys.tsx';
import { SealKey } from './seal-key.tsx';
import { TokenKeys } from './token-keys.tsx';

/** All keys of the server, by purpose. */
export function Keys() {
  const { keys: words } = useMessages();
  const { filters, set } = useListState();
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        label={words.title}
        selected={filters.tab ?? 'issuer'}
        onSelect={(tab) => set({ tab: tab === 'issuer' ? undefined : tab })}
        tabs={[
          { key: 'issuer', title: words.tabs.issuer, content: () => <IssuerKeys /> },
          { key: 'seal', title: words.tabs.seal, content: () => <SealKey /> },
          { key: 'tokens', title: words.tabs.tokens, content: () => <TokenKeys /> },
        ]}
      />
    </Page>
  );
}
