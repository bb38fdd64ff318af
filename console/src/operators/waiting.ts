import { formattingLocale, useNow } from '../kit/time.tsx';
import { useAdmin, useHasMethod, useMayCall } from './api.ts';
import { useMayApprove } from './screens/approvals/approval-parts.tsx';
import { attentionOf, countText, keysToDo, workOf } from './screens/today/attention.ts';

const EVERY = 30_000;

/** How much waits for a person, by the screens on which it does, as on Today; absent where nothing does. */
export function useWaiting(): Readonly<
  Record<'reviews' | 'approvals' | 'notifications' | 'keys', string | undefined>
> {
  const may = useMayCall();
  const hasIssuer = useHasMethod()('getCounts');
  const counts = useAdmin('getCounts', {}, { every: EVERY, enabled: hasIssuer }).data;
  const approvals = useAdmin('listApprovals', { state: 'awaited', pageSize: 100 }, { every: EVERY });
  const rotates = may('rotateKey');
  const stored = useAdmin('listKeys', {}, { every: EVERY, enabled: rotates }).data?.keys ?? [];
  const locale = formattingLocale();
  const now = useNow();
  const awaited = approvals.data?.approvals ?? [];
  const approvalsForMe = awaited.filter(useMayApprove());
  const attention = attentionOf(counts, locale, { awaited, approvalsForMe, stored });
  const number = (count: number) => (count === 0 ? undefined : countText({ count }, locale));
  return {
    reviews: may('acceptProofing') ? attention.reviews?.count : undefined,
    approvals: number(approvalsForMe.length),
    notifications: may('replayNotifications') ? attention.notifications : undefined,
    keys: rotates ? number(keysToDo(workOf(attention, now))) : undefined,
  };
}
