import '../../../styles/keys.css';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useSession } from '../../../frame/session.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useHasMethod } from '../../api.ts';
import { IssuerKeys } from './issuer-keys.tsx';
import { SealKey } from './seal-key.tsx';
import { TokenKeys } from './token-keys.tsx';

/** All keys of the server, by purpose. */
export function Keys() {
  const { keys: words } = useMessages();
  const { filters, set } = useListState();
  const has = useHasMethod();
  const { may } = useSession();
  const role = roleFor('rotateKey');
  const lead = has('listKeys') ? words.lead : words.leadWithoutIssuer;
  const tabs = [
    ...(has('listKeys') ? [{ key: 'issuer', title: words.tabs.issuer, content: () => <IssuerKeys /> }] : []),
    { key: 'seal', title: words.tabs.seal, content: () => <SealKey /> },
    { key: 'tokens', title: words.tabs.tokens, content: () => <TokenKeys /> },
  ];
  const first = tabs[0]?.key ?? '';
  return (
    <Page title={words.title} lead={may(role) ? lead : `${lead} ${words.changedBy(role)}`}>
      <Tabs
        label={words.title}
        selected={filters.tab ?? first}
        onSelect={(tab) => set({ tab: tab === first ? undefined : tab })}
        tabs={tabs}
      />
    </Page>
  );
}
