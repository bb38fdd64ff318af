import { codeWords } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Difference } from '../../../kit/difference.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { DecisionText } from '../decision-text.tsx';
import { IdLink } from '../id-link.tsx';
import { usePublisherNames } from '../publisher-names.ts';
import { useActor } from './actor.ts';
import { type EventRow, Sentence } from './sentence.tsx';

/** One entry with all its members. */
export function EntryDialog({ event, onClose }: { readonly event: EventRow; readonly onClose: () => void }) {
  const { auditLog: words } = useMessages();
  const actor = useActor();
  const publisherName = usePublisherNames();
  const { details, from, to, holderId, requestId } = event;
  const isDecided = (event.reason ?? event.message ?? event.note) !== undefined;
  return (
    <Modal title={words.entry} text={<Sentence row={[event]} />} isWide onClose={onClose}>
      <Facts
        facts={[
          [words.columns.time, <Time key="time" at={event.time} isRelative />],
          [words.columns.by, actor(event)],
          holderId !== undefined && [words.holder, <IdLink key="holder" to="holder" id={holderId} />],
          [words.subjectId, <Id key="subject" value={event.subjectId} />],
          (from ?? to) !== undefined && [
            words.columns.states,
            [from, to].flatMap((state) => (state === undefined ? [] : codeWords(state))).join(' → '),
          ],
          isDecided && [words.reason, <DecisionText key="reason" decided={event} />],
          event.concerns !== undefined && [words.concerns, event.concerns.join(', ')],
          event.publisherId !== undefined && [words.publisher, publisherName(event.publisherId)],
          event.method !== undefined && [words.method, event.method],
          requestId !== undefined && [
            words.columns.request,
            <span key="request" className="with-link">
              <Id value={requestId} />{' '}
              <Link to="/explain" search={{ id: requestId }}>
                {words.explain}
              </Link>
            </span>,
          ],
          [words.event, <span key="event" className="mono small">{`${event.subject}.${event.event}`}</span>],
          [words.id, <Id key="id" value={event.id} />],
        ]}
      />
      {details && (
        <>
          <h3>{words.change}</h3>
          <Difference before={details.before} after={details.after} />
        </>
      )}
    </Modal>
  );
}
