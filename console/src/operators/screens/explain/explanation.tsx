import { ApiError } from '../../../api/client.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useSearchFor } from '../../../frame/search-for.ts';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { shownId } from '../../../kit/shown-id.ts';
import { Empty, Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { DecisionText, useReasonText } from '../../parts/decision-text.tsx';
import { EventList } from '../../parts/events/event-list.tsx';
import { logRows } from '../../parts/events/log-rows.ts';
import { IdLink, isLinked } from '../../parts/id-link.tsx';
import { OwnedLink } from '../../parts/people/owned-link.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { ProofingState } from '../../proofing-state.tsx';
import { CopyExplanation } from './copy-explanation.tsx';
import type { Kind } from './kind.ts';
import { RequestBox } from './request-box.tsx';
import type { Explained } from './text.ts';

interface ExplanationProps {
  readonly id: string;
  readonly kind: Kind | undefined;
  readonly onClose: () => void;
}

export function Explanation({ id, kind, onClose }: ExplanationProps) {
  const { common, explain: words } = useMessages();
  const searchFor = useSearchFor();
  const query = useAdmin('getRequest', { id, ...(kind && { kind }) });
  const { error } = query;
  const back = <Button onClick={onClose}>{words.close}</Button>;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty title={words.notFound}>
        <p>{words.notFoundText}</p>
        <div className="actions">
          <Button onClick={() => searchFor(id)}>{common.paletteAsk(shownId(id))}</Button>
          {back}
        </div>
      </Empty>
    );
  return (
    <Loaded query={query}>
      {(explained) => (
        <>
          <Headed
            actions={
              <>
                <CopyExplanation id={id} kind={kind} explained={explained} />
                {back}
              </>
            }
          >
            <p role="status">{words.takenFor(words.kinds[explained.kind])}</p>
          </Headed>
          {explained.subjects.length === 0 && isLinked(explained.kind) && (
            <p className="pair">
              <IdLink to={explained.kind} id={id} />
              {explained.kind === 'holder' && (
                <Link to="/audit-log" search={{ holderId: id }}>
                  {words.inLog}
                </Link>
              )}
            </p>
          )}
          <Subjects subjects={explained.subjects} events={explained.events} />
          {explained.requests.length > 0 && <h2>{words.requests}</h2>}
          {explained.requests.toReversed().map((request) => (
            <RequestBox key={`${request.requestId} ${request.time}`} request={request} />
          ))}
          <h2>{words.changes}</h2>
          {explained.events.length === 0 ? (
            <p className="soft">{words.noChanges}</p>
          ) : (
            <EventList rows={logRows(explained.events)} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** The entry that brought a proofing or credential into its state, if it says why. */
function decisionOf(events: Explained['events'], subject: string, id: string) {
  const last = events.findLast(
    (one) => one.subject === subject && one.subjectId === id && one.to !== undefined,
  );
  return (last?.reason ?? last?.message ?? last?.note) === undefined ? undefined : last;
}

/** The resource of the id and related ones, in their current states. */
function Subjects({ subjects, events }: Pick<Explained, 'subjects' | 'events'>) {
  const { explain: words } = useMessages();
  const reasonOf = useReasonText();
  if (subjects.length === 0) return null;
  return (
    <section className="box stack">
      <h2>{words.subjects}</h2>
      <ul className="plain rows">
        {subjects.map(({ subject, id, state, rejectionCause }) => {
          const decision = decisionOf(events, subject, id);
          return (
            <li key={`${subject} ${id}`} className="row">
              <span>
                {words.kinds[subject]} <OwnedLink to={subject} id={id} />
              </span>
              <span>
                {rejectionCause && !decision && <span className="soft">{reasonOf(rejectionCause)} </span>}
                {subject === 'proofing' ? (
                  <ProofingState state={state} />
                ) : (
                  <StateBadge of={subject} state={state} />
                )}
              </span>
              {decision && <DecisionText decided={decision} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
