import { useState } from 'react';
import { MOST_SEARCHED } from '../../../../../src/client/event-search.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Empty, Notice } from '../../../kit/states.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { EventList } from '../../parts/events/event-list.tsx';
import { useLogRows } from '../../parts/events/log-rows.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { eventsRequest } from './filters.ts';
import { useForgotten, wordsOf } from './searched-words.ts';
import { VerifyDialog } from './verify-dialog.tsx';

type Opened = 'export' | 'verify';

export function AuditLog() {
  const { auditLog: words } = useMessages();
  const list = useListState();
  const say = useSay();
  const [opened, setOpened] = useState<Opened>();
  useRequestedDialog<Opened>(['export', 'verify'], setOpened);
  const says = wordsOf(list.filters.says);
  const isForgotten = useForgotten(list);
  const query = useLogRows(eventsRequest(list.filters), list, {
    says,
    hidesLooks: list.filters.hideLooks !== undefined,
  });
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href);
    say(says ? words.linkCopiedWithout : words.linkCopied);
  };
  const close = () => setOpened(undefined);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button kind="main" onClick={() => setOpened('verify')}>
            {words.verify}
          </Button>
          <Button onClick={copyLink}>{words.copyLink}</Button>
          <Button onClick={() => setOpened('export')}>{words.export}</Button>
        </>
      }
    >
      <FilterBar list={list} events={query.data?.rows.flat() ?? []}>
        {isForgotten && <Notice kind="care">{words.forgotten}</Notice>}
        {query.data?.searchedUntil !== undefined && (
          <p className="soft small" role="status">
            {words.searchedUntil(
              MOST_SEARCHED,
              absolute(Date.parse(query.data.searchedUntil), formattingLocale()),
            )}
          </p>
        )}
        <ListBody
          query={query}
          list={list}
          rowsOf={({ rows }) => rows}
          caption={words.caption}
          body={(rows) => <EventList rows={rows} level={2} />}
          rowKey={(row) => row.at(-1)!.id}
          empty={<Empty title={words.emptyTitle} />}
        />
      </FilterBar>
      {opened === 'export' && <ExportDialog onClose={close} />}
      {opened === 'verify' && <VerifyDialog onClose={close} />}
    </Page>
  );
}
