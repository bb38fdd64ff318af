import { useState } from 'react';
import { isErasure } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Badge } from '../../../kit/badge.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Empty, Loaded, Notice } from '../../../kit/states.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { Found } from '../../parts/found.tsx';
import { forgetNames } from '../../parts/people/known-names.ts';
import { useHolderName, useMaySeeNames } from '../../parts/people/names.ts';
import { RevokedHolder } from '../../parts/people/revoked-holder.tsx';
import { Portrait } from '../../parts/portrait.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { useSubjectEvents } from '../../parts/subject-events.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { PlaceHold } from '../holds/place-hold.tsx';
import { HolderActions } from './actions.tsx';
import { DocumentName } from './cells.tsx';
import { EraseHolder } from './erase-holder.tsx';
import { Erased } from './erased.tsx';
import { HolderCodes } from './holder-codes.tsx';
import { HolderCredentials } from './holder-credentials.tsx';
import { type HolderDialog, isOffered } from './holder-offers.ts';
import { HolderProofings } from './holder-proofings.tsx';
import { RecordOnRequest, type RequestProps, TellingOnRequest } from './holder-record.tsx';
import { IssueCode } from './issue-code.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RevokeHolder } from './revoke-holder.tsx';
import { Timeline } from './timeline.tsx';

type View = AdminResponse<'getHolder'>;
type Receipt = AdminResponse<'eraseHolder'>;

export function Holder() {
  const id = useAddressPart('id');
  const { holder: words, holders, parts } = useMessages();
  const say = useSay();
  const query = useAdmin('getHolder', { id });
  const [opened, setOpened] = useState<HolderDialog>();
  useRequestedDialog<HolderDialog>(
    ['issue', 'refresh', 'hold', 'revoke', 'erase'],
    setOpened,
    (one) => query.data && isOffered(one, query.data),
  );
  const [receipt, setReceipt] = useState<Receipt>();
  const close = () => setOpened(undefined);
  // The next person on this page has another id.
  const [recordShown, setRecordShown] = useState<string>();
  const record = { id, isShown: recordShown === id, show: () => setRecordShown(id) };
  const name = useHolderName(id);
  const hasName = useMaySeeNames();
  if (receipt) return <Erased receipt={receipt} />;
  return (
    <Page
      title={name ?? (isErasure(id) ? words.erasedHolder : words.title(id))}
      lead={(hasName || isErasure(id)) && <Id value={id} />}
      back={<Link to="/holders">{parts.back(holders.title)}</Link>}
      actions={query.data && <HolderActions holder={query.data} open={setOpened} />}
    >
      <Found query={query} heading={null} missing={<Missing id={id} />}>
        {(holder) => (
          <>
            <Notices holder={holder} />
            <div className="person-page">
              <About holder={holder} record={record} />
              <Parts record={record} documentType={holder.documentType} />
            </div>
            {opened === 'issue' && <IssueCode holder={holder} onClose={close} />}
            {opened === 'refresh' && (
              <WordedDialog
                method="refreshHolder"
                on={{ id }}
                onDone={({ changedElements, supersededCredentials }) => {
                  forgetNames();
                  say(words.refreshed(changedElements, supersededCredentials));
                }}
                onClose={close}
              />
            )}
            {opened === 'hold' && <PlaceHold of={id} onClose={close} />}
            {opened === 'revoke' && <RevokeHolder id={id} onClose={close} />}
            {opened === 'erase' && <EraseHolder id={id} onErased={setReceipt} onClose={close} />}
          </>
        )}
      </Found>
    </Page>
  );
}

function Notices({ holder }: { readonly holder: View }) {
  const { holder: words } = useMessages();
  const { holds = [] } = holder;
  return (
    <>
      <RevokedHolder holder={holder} />
      {holds.length > 0 && (
        <Notice kind="care" title={words.heldTitle}>
          {words.heldText(holds.length)} <Link to="/holds">{words.seeHolds}</Link>
        </Notice>
      )}
    </>
  );
}

function About({ holder, record }: { readonly holder: View; readonly record: RequestProps }) {
  const { holder: words } = useMessages();
  const heading = useHeading('listHolders');
  const may = useMayCall();
  return (
    <aside className="box stack" aria-label={heading('id')}>
      {may('getHolderPortrait') && <Portrait holderId={holder.id} />}
      <Facts
        facts={[
          [heading('state'), <StateBadge key="state" of="holder" state={holder.state} />],
          [
            heading('documentType'),
            <>
              <DocumentName type={holder.documentType} />{' '}
              <Badge tone={holder.channels ? 'good' : 'plain'}>
                {words[holder.channels ? 'onDevice' : 'onNone']}
              </Badge>
            </>,
          ],
        ]}
      />
      <TellingOnRequest {...record} />
      <p className="soft small">
        {heading('recordVersion')} {holder.recordVersion}{' '}
        <span className="nowrap">· {heading('createTime')}</span> <Time at={holder.createTime} />
        {holder.updateTime !== holder.createTime && (
          <>
            {' '}
            <span className="nowrap">· {heading('updateTime')}</span> <Time at={holder.updateTime} />
          </>
        )}
      </p>
    </aside>
  );
}

interface PartsProps {
  readonly record: RequestProps;
  readonly documentType: string;
}

/** The tab is in the address, so that it can be linked. */
function Parts({ record, documentType }: PartsProps) {
  const { id } = record;
  const { holder: words } = useMessages();
  const list = useListState();
  const tabs = [
    { key: 'timeline', content: () => <Timeline id={id} /> },
    { key: 'credentials', content: () => <HolderCredentials id={id} documentType={documentType} /> },
    { key: 'record', content: () => <RecordOnRequest {...record} /> },
    { key: 'codes', content: () => <HolderCodes id={id} /> },
    { key: 'proofings', content: () => <HolderProofings id={id} /> },
  ] as const;
  const selected = tabs.find(({ key }) => key === list.filters.tab)?.key ?? 'timeline';
  return (
    <Tabs
      label={words.label}
      tabs={tabs.map((tab) => ({ ...tab, title: words.tabs[tab.key] }))}
      selected={selected}
      onSelect={(tab) => list.set({ tab: tab === 'timeline' ? undefined : tab })}
    />
  );
}

/** An erased holder has the id of the erasure in the audit log. That id leads to its entries. */
function Missing({ id }: { readonly id: string }) {
  const { holder: words, parts } = useMessages();
  const query = useSubjectEvents({ subject: 'holder', id });
  return (
    <Loaded query={query}>
      {({ events }) => {
        const time = events.find(({ event }) => event === 'erase')?.time;
        return (
          <div className="stack">
            <Empty title={time === undefined ? parts.notThere : words.erasedNow}>
              {time !== undefined && <Time at={time} isRelative />}
            </Empty>
            <p>
              <Link to="/holders">{words.searchInstead}</Link>
            </p>
            {events.length === 0 ? (
              <p className="soft">{words.erasedText}</p>
            ) : (
              <>
                <Headed actions={<ReceiptButton id={id} />}>
                  <h2>{words.erasedTitle}</h2>
                </Headed>
                <Timeline id={id} />
              </>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
