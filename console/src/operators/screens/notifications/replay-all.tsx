import { useQuery } from '@tanstack/react-query';
import { type PageAt, pages } from '../../../../../src/client/pages.ts';
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
      const failed = { ...request, state: 'failed' as const, pageSize: PAGE };
      const read = (at: PageAt) => guarded(() => admin('listNotifications', { ...failed, ...at }));
      for await (const { notifications } of pages(read)) keys.push(...notifications.map(keyOf));
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
