import { Button } from '../../../kit/button.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { StateBadge } from '../../parts/states.tsx';
import type { NotificationKey } from './key.ts';

type NotificationRow = AdminResponse<'listNotifications'>['notifications'][number];

export const keyOf = ({ subject, subjectId }: NotificationKey): string => `${subject} ${subjectId}`;

export function useNotificationColumns(
  onReplay: ((key: string) => void) | undefined,
): readonly Column<NotificationRow>[] {
  const { notifications: words } = useMessages();
  const heads = words.columns;
  return [
    {
      key: 'subject',
      head: heads.subject,
      cell: ({ subject, subjectId }) => (
        <span>
          {words.subjects[subject]} <IdLink to={subject} id={subjectId} />
        </span>
      ),
    },
    { key: 'state', head: heads.state, cell: ({ state }) => <StateBadge of="notification" state={state} /> },
    { key: 'changed', head: heads.changed, cell: ({ changeTime }) => <Time at={changeTime} /> },
    { key: 'attempts', head: heads.attempts, cell: ({ attempts }) => attempts, isNumber: true },
    { key: 'answer', head: heads.answer, cell: ({ fault }) => fault ?? words.noFault },
    {
      key: 'next',
      head: heads.next,
      cell: ({ nextAttemptTime }) =>
        nextAttemptTime === undefined ? words.noNext : <Time at={nextAttemptTime} isRelative />,
    },
    ...(onReplay
      ? [
          {
            key: 'replay',
            head: '',
            cell: (row: NotificationRow) => (
              <Button kind="quiet" onClick={() => onReplay(keyOf(row))}>
                {words.replay}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
