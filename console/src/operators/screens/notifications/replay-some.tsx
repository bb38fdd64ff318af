import { mostBatchItems } from 'virtual:contract';
import { useSession } from '../../../frame/session.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';
import { BatchDialog } from '../../parts/batch-dialog.tsx';
import { notificationOf } from './key.ts';

interface ReplaySomeProps {
  readonly keys: readonly string[];
  readonly onClose: (left?: readonly string[]) => void;
}

/** Replays one notification or the chosen ones. */
export function ReplaySome({ keys, onClose }: ReplaySomeProps) {
  const { notifications: words } = useMessages();
  const { guarded } = useSession();
  return (
    <BatchDialog
      title={words.replayMany(keys.length)}
      text={words.replayText}
      action={words.replay}
      ids={keys}
      call={{
        most: mostBatchItems,
        send: (some) =>
          guarded(() => admin('replayNotifications', { notifications: some.map(notificationOf) })),
      }}
      onClose={onClose}
    />
  );
}
