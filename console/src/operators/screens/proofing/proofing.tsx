import { Link, useParams } from '@tanstack/react-router';
import '../../../styles/proofing.css';
import { Page } from '../../../frame/page.tsx';
import { Denied, Empty, Loaded } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useAdmin, useMayCall } from '../../api.ts';
import { HolderRecord } from '../../parts/record.tsx';
import { useRecord } from '../../parts/record-query.ts';
import { isUndecided, ProofingState } from '../../proofing-state.tsx';
import { Claimed } from './claimed.tsx';
import { Decide } from './decision.tsx';
import { Evidence, Findings, type Review } from './evidence.tsx';
import { History } from './history.tsx';
import { RevokeProofing } from './revoke-proofing.tsx';

/** The screen on which a proofing is decided. */
export function Proofing() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { proofing: words } = useMessages();
  const mayCall = useMayCall();
  if (!mayCall('getProofingReview'))
    return (
      <Page title={words.title(id)}>
        <Denied role={roleFor('getProofingReview')} />
      </Page>
    );
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { readonly id: string }) {
  const { proofing: words } = useMessages();
  const query = useAdmin('getProofingReview', { id });
  const { data } = query;
  return (
    <Page
      title={words.title(id.length > 12 ? `${id.slice(0, 12)}…` : id)}
      lead={data && <Lead review={data} />}
      actions={<Link to="/reviews">{words.back}</Link>}
    >
      <Loaded query={query}>{(review) => <Body review={review} />}</Loaded>
    </Page>
  );
}

function Lead({ review: { proofing } }: { readonly review: Review }) {
  const { proofing: words } = useMessages();
  const { state, createTime, deadlineTime, decideTime } = proofing;
  return (
    <div className="lead-facts">
      <ProofingState state={state} />
      <span>
        {words.waitingSince} <Time at={createTime} isRelative />
      </span>
      {isUndecided(state) && deadlineTime !== undefined && (
        <span>
          {words.endsAt} <Time at={deadlineTime} isRelative />
        </span>
      )}
      {decideTime !== undefined && (
        <span>
          {words.decided} <Time at={decideTime} isRelative />
        </span>
      )}
    </div>
  );
}

function Body({ review }: { readonly review: Review }) {
  const { proofing: words } = useMessages();
  const { holder, proofing } = review;
  const record = useRecord(holder?.id);
  return (
    <>
      <Claimed id={proofing.id} isOpen={isUndecided(proofing.state)} />
      <div className="columns">
        {holder ? (
          <HolderRecord query={record} holderId={holder.id} />
        ) : (
          <div className="box">
            <Empty title={words.noHolderTitle}>{words.noHolderText}</Empty>
          </div>
        )}
        <div className="stack">
          {isUndecided(proofing.state) && <Findings review={review} />}
          <Evidence review={review} />
        </div>
      </div>
      <History review={review} />
      <RevokeProofing proofing={proofing} />
      <Decide review={review} record={record.data} />
    </>
  );
}
