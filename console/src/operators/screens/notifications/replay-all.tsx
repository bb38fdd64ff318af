import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, admin } from '../../api.ts';
import { keyOf } from './columns.tsx';
import { ReplaySome } from './replay-some.tsx';

interface ReplayAllProps {
  readonly request: AdminRequest<'listNotifications'>;
  readonly onClose: (left?: readonly string[]) => void;
}

const PAGE = 1000;

/** Replays all failed notifications. A dry run shows their number first. */
export function ReplayAll({ request, onClose }: ReplayAllProps) {
  const { common, notifications: words } = useMessages();
  const { guarded } = useSession();
  const query = useQuery({
    queryKey: ['failed notifications', request],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const keys: string[] = [];
      let pageToken: string | undefined;
      do {
        const page = {
          ...request,
          state: 'failed' as const,
          pageSize: PAGE,
          ...(pageToken && { pageToken }),
        };
        const answer = await guarded(() => admin('listNotifications', page));
        keys.push(...answer.notifications.map(keyOf));
        pageToken = answer.nextPageToken;
      } while (pageToken !== undefined);
      return keys;
    },
  });
  if (query.data !== undefined && query.data.length > 0)
    return <ReplaySome keys={query.data} onClose={() => onClose()} />;
  return (
    <Modal title={words.replayAll} onClose={() => onClose()}>
      <Loaded query={query}>{() => <p>{words.noneFailed}</p>}</Loaded>
      <div className="actions">
        <Button onClick={() => onClose()}>{common.close}</Button>
      </div>
    </Modal>
  );
}
