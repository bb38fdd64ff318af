import { Empty, Loading } from '../../../kit/states.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';

const last = (event: 'accept' | 'reject') =>
  ({ subject: 'proofing', event, orderBy: 'time desc', pageSize: 1 }) as const;

/** An empty queue, with the time of the last decision. */
export function EmptyQueue() {
  const { reviews: words } = useMessages();
  const both = [useAdmin('listEvents', last('accept')), useAdmin('listEvents', last('reject'))];
  if (both.some(({ isLoading }) => isLoading)) return <Loading />;
  const newest = both
    .flatMap(({ data }) => data?.events ?? [])
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
