import { Empty, Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { Portraits } from '../../parts/portrait.tsx';
import { hasPortrait } from '../../parts/record.tsx';
import { RecordComparison } from '../../parts/record-comparison.tsx';
import type { useRecord } from '../../parts/record-query.ts';
import type { Review } from './evidence.tsx';

interface PersonProps {
  readonly review: Review;
  readonly query: ReturnType<typeof useRecord>;
}

/** The person whom the evidence led to: portrait and record, beside the earlier record if there is one. */
export function Person({ review: { holder }, query }: PersonProps) {
  const { proofing: words } = useMessages();
  if (!holder)
    return (
      <div className="review-person box">
        <Empty title={words.noHolderTitle}>{words.noHolderText}</Empty>
      </div>
    );
  return (
    <section className="review-person box stack" aria-labelledby="record">
      <div>
        <h2 id="record">{words.record}</h2>
        <p className="soft small">
          <IdLink to="holder" id={holder.id} /> · {words.version(holder.recordVersion)}
        </p>
      </div>
      <Loaded query={query}>
        {(record) => (
          <>
            {hasPortrait(record) && <Portraits holderId={holder.id} record={record} />}
            <RecordComparison record={record} />
          </>
        )}
      </Loaded>
    </section>
  );
}
