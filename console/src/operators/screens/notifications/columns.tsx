import { Button } from '../../../kit/button.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import type { NotificationKey } from './key.ts';

export type NotificationRow = AdminResponse<'listNotifications'>['notifications'][number];

export const keyOf = ({ subject, subjectId }: NotificationKey): string => `${subject} ${subjectId}`;

/** The cells that are more than their kind, and a button for each row. */
export function useNotificationColumns(onReplay: ((key: string) => void) | undefined) {
  const { notifications: words } = useMessages();
  const replay: Column<NotificationRow> = {
    key: 'replay',
    head: '',
    cell: (row) => (
      <Button kind="quiet" onClick={() => onReplay?.(keyOf(row))}>
        {words.replay}
      </Button>
    ),
  };
  return {
    cells: {
      subject: ({ subject }: NotificationRow) => words.subjects[subject],
      subjectId: ({ subject, subjectId }: NotificationRow) => <IdLink to={subject} id={subjectId} />,
      fault: ({ fault }: NotificationRow) => fault ?? words.noFault,
    },
    more: onReplay ? [replay] : [],
  };
}
