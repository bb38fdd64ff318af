import { longDayText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';

export type Hold = AdminResponse<'listHolds'>['holds'][number];

/** The holder or the span of time of a hold. */
export function HeldBy({ hold: { holderId, startTime, endTime } }: { readonly hold: Hold }) {
  const { holds: words } = useMessages();
  if (holderId !== undefined || startTime === undefined) return <IdLink to="holder" id={holderId ?? ''} />;
  // Days are those of UTC, as they were typed. The end is not included.
  const first = longDayText(Date.parse(startTime), 'UTC');
  const last = endTime === undefined ? undefined : longDayText(Date.parse(endTime) - 1, 'UTC');
  return <span className="person-of">{words.span(first, last)}</span>;
}
