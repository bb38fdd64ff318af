import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { type EventRow, useActor } from '../../parts/event-table.tsx';
import { eventText } from '../../parts/event-text.ts';
import { IdLink, isLinked } from '../../parts/id-link.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { eventsRequest, typedFilters } from './filters.ts';
import { VerifyDialog } from './verify-dialog.tsx';

type Opened = 'export' | 'verify';

const statesOf = ({ from, to }: EventRow): string =>
  from === undefined || from === to ? (to ?? '–') : `${from} → ${to ?? '–'}`;

function useColumns(onDetails: (event: EventRow) => void): readonly Column<EventRow>[] {
  const { auditLog: words } = useMessages();
  const actor = useActor();
  return [
    { key: 'time', head: words.columns.time, cell: ({ time }) => <Time at={time} /> },
    { key: 'event', head: words.columns.event, cell: (event) => eventText(event) },
    {
      key: 'subject',
      head: words.columns.subject,
      cell: ({ subject, subjectId }) =>
        isLinked(subject) ? <IdLink to={subject} id={subjectId} /> : <Id value={subjectId} canCopy={false} />,
    },
    { key: 'states', head: words.columns.states, cell: statesOf },
    { key: 'by', head: words.columns.by, cell: (event) => actor(event) },
    {
      key: 'reason',
      head: words.columns.reason,
      cell: ({ reason, note }) => [reason, note].filter(Boolean).join(': ') || '–',
    },
    {
      key: 'request',
      head: words.columns.request,
      cell: (event) => (
        <div className="actions row-actions">
          <Button kind="quiet" onClick={() => onDetails(event)}>
            {words.details}
          </Button>
          {event.requestId && (
            <Link to="/explain" search={{ id: event.requestId } as never} className="small">
              {words.explain}
            </Link>
          )}
        </div>
      ),
    },
  ];
}

export function AuditLog() {
  const { auditLog: words } = useMessages();
  const list = useListState();
  const say = useSay();
  const [opened, setOpened] = useState<Opened>();
  const [event, setEvent] = useState<EventRow>();
  const columns = useColumns(setEvent);
  const query = useAdmin('listEvents', { ...eventsRequest(list.filters), ...list.page });
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href);
    say(words.linkCopied);
  };
  const close = () => setOpened(undefined);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button onClick={copyLink}>{words.copyLink}</Button>
          <Button onClick={() => setOpened('export')}>{words.export}</Button>
          <Button kind="main" onClick={() => setOpened('verify')}>
            {words.verify}
          </Button>
        </>
      }
    >
      <FilterBar key={typedFilters(list.filters)} list={list} />
      <ListBody
        query={query}
        list={list}
        rowsOf={({ events }) => events}
        caption={words.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={words.emptyTitle} />}
      />
      {event && <EntryDialog event={event} onClose={() => setEvent(undefined)} />}
      {opened === 'export' && <ExportDialog onClose={close} />}
      {opened === 'verify' && <VerifyDialog onClose={close} />}
    </Page>
  );
}
