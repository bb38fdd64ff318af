import { Empty } from '../../../kit/states.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';

const last = (event: 'accept' | 'reject') =>
  ({ subject: 'proofing', event, orderBy: 'time desc', pageSize: 1 }) as const;

/** An empty queue, with the time of the last decision. */
export function EmptyQueue() {
  const { reviews: words } = useMessages();
  const accepted = useAdmin('listEvents', last('accept')).data?.events ?? [];
  const rejected = useAdmin('listEvents', last('reject')).data?.events ?? [];
  const newest = [...accepted, ...rejected]
    .map(({ time }) => time)
    .toSorted()
    .at(-1);
  return (
    <Empty title={words.emptyTitle}>
      {newest && <p>{words.lastDecision(absolute(Date.parse(newest), formattingLocale()))}</p>}
      <p>{words.newAppear}</p>
    </Empty>
  );
}
