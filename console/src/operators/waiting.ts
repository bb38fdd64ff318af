import { useSession } from '../frame/session.tsx';
import { formattingLocale } from '../kit/time.tsx';
import { useAdmin, useHasMethod } from './api.ts';
import { countText } from './screens/today/attention.ts';

const EVERY = 30_000;

/** How much waits for a person, by the screens on which it does; absent where nothing waits. */
export function useWaiting(): Readonly<
  Record<'reviews' | 'approvals' | 'notifications' | 'keys', string | undefined>
> {
  const { session } = useSession();
  const hasIssuer = useHasMethod()('getCounts');
  const { data: counts } = useAdmin('getCounts', {}, { every: EVERY, enabled: hasIssuer });
  const approvals = useAdmin('listApprovals', { state: 'awaited', pageSize: 100 }, { every: EVERY });
  const locale = formattingLocale();
  const text = (count = 0, isCapped = false) =>
    count === 0 ? undefined : countText({ count, isCapped }, locale);
  // People may not approve their own requests.
  const forMe = approvals.data?.approvals.filter(({ requestedBy }) => requestedBy !== session.person.id);
  const { pending } = counts?.proofings ?? {};
  return {
    reviews: text(pending?.count, pending?.isCapped),
    approvals: text(forMe?.length),
    notifications: text(counts?.notifications.failed),
    keys: text(counts?.keys.length),
  };
}
