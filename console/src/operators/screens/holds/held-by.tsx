import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';

export type Hold = AdminResponse<'listHolds'>['holds'][number];

/** The holder or the span of time of a hold. */
export function HeldBy({ hold: { holderId, startTime, endTime } }: { readonly hold: Hold }) {
  const { holds: words } = useMessages();
  if (holderId !== undefined || startTime === undefined)
    return (
      <span>
        {words.holder} <IdLink to="holder" id={holderId ?? ''} />
      </span>
    );
  return (
    <span className="lines">
      <span>
        {words.from} <Time at={startTime} />
      </span>
      <span>
        {words.until} {endTime === undefined ? words.noEnd : <Time at={endTime} />}
      </span>
    </span>
  );
}
