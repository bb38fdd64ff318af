import { useState } from 'react';
import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdmin, useMayCall } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { useKnownNames } from '../../parts/people/known-names.ts';
import { useChoice } from '../../parts/use-choice.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { keyOf, type NotificationRow, useNotificationColumns } from './columns.tsx';
import { ReplayAll } from './replay-all.tsx';
import { ReplaySome } from './replay-some.tsx';

type Request = AdminRequest<'listNotifications'>;

const STATES = ['waiting', 'failed'] as const;
const SUBJECTS = ['proofing', 'credential'] as const;

export function Notifications() {
  const { common, notifications: words, parts } = useMessages();
  const may = useMayCall();
  const list = useListState();
  const state = STATES.find((one) => one === list.filters.state);
  const subject = SUBJECTS.find((one) => one === list.filters.subject);
  const request: Request = { ...(state && { state }), ...(subject && { subject }) };
  const query = useAdmin('listNotifications', { ...request, ...list.page }, { every: 15_000 });
  const chosen = useChoice((query.data?.notifications ?? []).map(keyOf));
  const names = useKnownNames();
  const [opened, setOpened] = useState<readonly string[] | 'all'>();
  useRequestedDialog(['all'], setOpened, () => query.data && query.data.notifications.length > 0);
  const columns = useNotificationColumns(may('replayNotifications') ? (key) => setOpened([key]) : undefined);
  const close = (left?: readonly string[]) => {
    setOpened(undefined);
    if (left) chosen.set(left);
  };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ExportButton
            method="listNotifications"
            shown={query.data}
            request={request}
            rowsOf={(answer) => answer.notifications}
            file="notifications.csv"
            columns={['subject', 'subjectId', 'state', 'changeTime', 'attempts', 'fault', 'nextAttemptTime']}
          />
          {may('replayNotifications') && (
            <Button onClick={() => setOpened('all')} disabled={query.data?.notifications.length === 0}>
              {words.replayAll}
            </Button>
          )}
        </>
      }
    >
      <ListFilters
        list={list}
        filters={[
          choiceFilter(list, 'state', {
            label: words.state,
            words: STATES.map((value) => [value, parts.states.notification[value]]),
          }),
          choiceFilter(list, 'subject', {
            label: words.about,
            words: SUBJECTS.map((value) => [value, words.subjects[value]]),
          }),
        ]}
      >
        {chosen.ids.length > 0 && (
          <div className="actions chosen" role="status">
            <span>{common.chosen(chosen.ids.length)}</span>
            <Button onClick={() => setOpened(chosen.ids)}>{words.replay}</Button>
          </div>
        )}
        <WordedList
          method="listNotifications"
          query={query}
          list={list}
          caption={words.caption}
          {...columns}
          rowKey={keyOf}
          {...(may('replayNotifications') && {
            choice: chosen.choice((row: NotificationRow) =>
              `${names.get(row.holderId ?? '') ?? ''} ${keyOf(row)}`.trim(),
            ),
          })}
          empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
        />
      </ListFilters>
      {opened === 'all' && <ReplayAll request={request} onClose={close} />}
      {opened !== undefined && opened !== 'all' && <ReplaySome keys={opened} onClose={close} />}
    </Page>
  );
}
