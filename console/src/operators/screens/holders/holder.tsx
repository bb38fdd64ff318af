import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Notice } from '../../../kit/states.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { Found } from '../../parts/found.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { SubjectEvents } from '../../parts/subject-events.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { HolderActions, type HolderDialog } from './actions.tsx';
import { EraseHolder } from './erase-holder.tsx';
import { Erased } from './erased.tsx';
import { HolderCodes } from './holder-codes.tsx';
import { HolderCredentials } from './holder-credentials.tsx';
import { HolderProofings } from './holder-proofings.tsx';
import { RecordOnRequest } from './holder-record.tsx';
import { IssueCode } from './issue-code.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RevokeHolder } from './revoke-holder.tsx';

type View = AdminResponse<'getHolder'>;
type Receipt = AdminResponse<'eraseHolder'>;

export function Holder() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { holder: words } = useMessages();
  const say = useSay();
  const query = useAdmin('getHolder', { id });
  const [opened, setOpened] = useState<HolderDialog>();
  const [receipt, setReceipt] = useState<Receipt>();
  const close = () => setOpened(undefined);
  if (receipt) return <Erased receipt={receipt} />;
  return (
    <Page
      title={words.title(id)}
      actions={query.data && <HolderActions holder={query.data} open={setOpened} />}
    >
      <Found query={query} missing={<Missing id={id} />}>
        {(holder) => (
          <>
            <About holder={holder} />
            <Parts id={id} />
            {opened === 'issue' && <IssueCode holderId={id} onClose={close} />}
            {opened === 'refresh' && (
              <WordedDialog
                method="refreshHolder"
                on={{ id }}
                onDone={({ changedElements, supersededCredentials }) =>
                  say(words.refreshed(changedElements, supersededCredentials))
                }
                onClose={close}
              />
            )}
            {opened === 'revoke' && <RevokeHolder id={id} onClose={close} />}
            {opened === 'erase' && <EraseHolder id={id} onErased={setReceipt} onClose={close} />}
          </>
        )}
      </Found>
    </Page>
  );
}

function About({ holder }: { readonly holder: View }) {
  const { holder: words, holders: list } = useMessages();
  return (
    <>
      {holder.state === 'revoked' && (
        <Notice kind="care" title={words.revokedTitle}>
          {words.revokedText}
        </Notice>
      )}
      <section className="box">
        <Facts
          facts={[
            [list.columns.state, <StateBadge key="state" of="holder" state={holder.state} />],
            [list.columns.id, <Id key="id" value={holder.id} />],
            [list.columns.documentType, holder.documentType],
            [list.columns.version, holder.recordVersion],
            [list.columns.created, <Time key="created" at={holder.createTime} isRelative />],
            [list.columns.updated, <Time key="updated" at={holder.updateTime} isRelative />],
          ]}
        />
      </section>
    </>
  );
}

/** The tab is in the address, so that it can be linked. */
function Parts({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const list = useListState();
  const tabs = [
    { key: 'credentials', content: () => <HolderCredentials id={id} /> },
    { key: 'record', content: () => <RecordOnRequest id={id} /> },
    { key: 'codes', content: () => <HolderCodes id={id} /> },
    { key: 'proofings', content: () => <HolderProofings id={id} /> },
    { key: 'history', content: () => <SubjectEvents subject="holder" id={id} /> },
  ] as const;
  const selected = tabs.find(({ key }) => key === list.filters.tab)?.key ?? 'credentials';
  return (
    <Tabs
      label={words.label}
      tabs={tabs.map((tab) => ({ ...tab, title: words.tabs[tab.key] }))}
      selected={selected}
      onSelect={(tab) => list.set({ tab })}
    />
  );
}

/** An erased holder has the id of the erasure in the audit log. That id leads to its entries. */
function Missing({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  return (
    <div className="stack">
      <p>
        <Link to="/holders">{words.searchInstead}</Link>
      </p>
      <p className="soft">{words.erasedText}</p>
      <ReceiptButton id={id} />
      <h2>{words.erasedTitle}</h2>
      <SubjectEvents subject="holder" id={id} />
    </div>
  );
}
