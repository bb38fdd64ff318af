import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import '../../../styles/proofing.css';
import { personName } from '../../../../../src/client/record-text.ts';
import { Page } from '../../../frame/page.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { Denied, Loaded } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useAdmin, useMayCall } from '../../api.ts';
import { RevokedHolder } from '../../parts/people/revoked-holder.tsx';
import { hasPortrait } from '../../parts/record.tsx';
import { useRecord } from '../../parts/record-query.ts';
import { useSubjectEvents } from '../../parts/subject-events.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { isUndecided, ProofingState } from '../../proofing-state.tsx';
import { Claimed } from './claimed.tsx';
import { Decided } from './decided.tsx';
import { Decide } from './decision.tsx';
import { DeviceBox, Evidence, Findings, type Review } from './evidence.tsx';
import { History } from './history.tsx';
import { LostDecisions } from './lost-decisions.tsx';
import { Person } from './person.tsx';
import { RevokeProofing } from './revoke-proofing.tsx';
import { useUndoShortcut } from './use-decide.ts';

/** The screen on which a proofing is decided. */
export function Proofing() {
  const id = useAddressPart('id');
  const { proofing: words } = useMessages();
  const mayCall = useMayCall();
  if (!mayCall('getProofingReview'))
    return (
      <Page title={words.title}>
        <Denied role={roleFor('getProofingReview')} />
      </Page>
    );
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { readonly id: string }) {
  const { proofing: words } = useMessages();
  const query = useAdmin('getProofingReview', { id });
  // Says who has claimed it. It is read together with the review, not after it.
  const watched = useAdmin('getProofing', { id }, { every: 10_000 });
  // Says what was decided before it was reopened.
  const events = useSubjectEvents({ subject: 'proofing', id });
  const { data } = query;
  const record = useRecord(data?.holder?.id);
  const person = record.data && personName(record.data);
  const state = useStateNow(data?.proofing, watched.data);
  const isNameless = data !== undefined && (data.holder === undefined || record.isFetched);
  const name = person ?? (isNameless ? words.unknownPerson : undefined);
  useUndoShortcut();
  return (
    <Page
      title={name ?? words.title}
      lead={data && <Lead review={data} state={state} />}
      back={
        <Link to="/reviews" className="review-back">
          {words.back}
        </Link>
      }
    >
      <LostDecisions />
      <Loaded query={query} also={[watched, events]}>
        {(review) => (
          <>
            <Claimed id={id} isOpen={isUndecided(state)} />
            <div className={review.holder && review.holder.recordVersion > 1 ? 'review replaced' : 'review'}>
              <div className="review-side">
                <Person review={review} query={record} />
              </div>
              <div className="review-facts stack">
                {isUndecided(review.proofing.state) && <Findings review={review} record={record.data} />}
                {isUndecided(review.proofing.state) && review.proofing.decision && (
                  <div className="box stack tight" id="last-decision">
                    <h2>{words.lastDecision}</h2>
                    <Decided proofing={review.proofing} events={events.data?.events} />
                  </div>
                )}
                {!isUndecided(review.proofing.state) && <RevokedHolder holder={review.holder} />}
                <Evidence review={review} />
                <DeviceBox review={review} />
              </div>
              <section className="review-decision box stack" aria-label={words.decision}>
                <Headed actions={<RevokeProofing proofing={review.proofing} />}>
                  <h2>{words.decision}</h2>
                </Headed>
                {!isUndecided(review.proofing.state) && <Decided proofing={review.proofing} />}
                <Decide
                  review={review}
                  name={person ?? words.theProofing}
                  hasPortrait={record.data !== undefined && hasPortrait(record.data)}
                />
              </section>
              <div className="review-history stack">
                <History review={review} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Proofing = Pick<Review['proofing'], 'state'>;

/**
 * The state of now. Another tab or person may have decided what this page shows; it is not read again, because the person may be
 * typing about it.
 */
function useStateNow({ state = '' }: Partial<Proofing> = {}, watched: Proofing | undefined): string {
  const queries = useQueryClient();
  const now = isUndecided(state) ? (watched?.state ?? state) : state;
  const isOver = isUndecided(state) && !isUndecided(now);
  useEffect(() => {
    if (!isOver) return;
    for (const name of ['listProofings', 'getCounts']) void queries.invalidateQueries({ queryKey: [name] });
  }, [isOver, queries]);
  return now;
}

function Lead({ review: { proofing }, state }: { readonly review: Review; readonly state: string }) {
  const { proofing: words } = useMessages();
  const heading = useHeading('listProofings');
  const { id, createTime, deadlineTime, decideTime } = proofing;
  return (
    <div className="lead-facts">
      <ProofingState state={state} />
      <span>
        {heading('createTime')} <Time at={createTime} isRelative />
      </span>
      {isUndecided(state) && deadlineTime !== undefined && (
        <span>
          {heading('deadlineTime')} <Time at={deadlineTime} isRelative />
        </span>
      )}
      {decideTime !== undefined && (
        <span>
          {words.decided} <Time at={decideTime} isRelative />
        </span>
      )}
      <Id value={id} />
    </div>
  );
}
