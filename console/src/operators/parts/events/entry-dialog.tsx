import { NOUNS } from '../../../../../src/admin/contract/audit-log/event-words.ts';
import { eventLabel } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { changeText, eventChanges } from '../../../../../src/client/event-changes.ts';
import { methodWord } from '../../../../../src/client/group-text.ts';
import { codeWords } from '../../../../../src/conventions/code-words.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Difference } from '../../../kit/difference.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { shownValues } from '../../../kit/shown-values.ts';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { DecisionText } from '../decision-text.tsx';
import { IdLink } from '../id-link.tsx';
import { usePublisherNames } from '../publisher-names.ts';
import { useStateText } from '../states.tsx';
import { useActor } from './actor.ts';
import { type EventRow, Sentence } from './sentence.tsx';

/** Subjects that are one thing, or a kind of things: their ids say no more than the sentence. A holder is linked. */
const WITHOUT_ID: ReadonlySet<EventRow['subject']> = new Set([
  'holder',
  'holderNames',
  'erasures',
  'statusLists',
  'catalogue',
  'retention',
]);

const hasId = ({ subject, holderId }: EventRow): boolean =>
  !WITHOUT_ID.has(subject) || (subject === 'holder' && holderId === undefined);

/** One entry with all its members. */
export function EntryDialog({ event, onClose }: { readonly event: EventRow; readonly onClose: () => void }) {
  const { auditLog: words, changeWords } = useMessages();
  const actor = useActor();
  const publisherName = usePublisherNames();
  const stateText = useStateText();
  const { details, subject, from, to, holderId, requestId } = event;
  const state = (code: string | undefined) => code && stateText(subject, code);
  const changes = eventChanges(event, changeWords, shownValues);
  const isDecided = (event.reason ?? event.message ?? event.note) !== undefined;
  return (
    <Modal title={words.entry} text={<Sentence row={[event]} />} isWide onClose={onClose}>
      <Facts
        facts={[
          [words.columns.time, <Time key="time" at={event.time} isRelative hasSeconds />],
          [words.columns.by, actor(event)],
          holderId !== undefined && [words.holder, <IdLink key="holder" to="holder" id={holderId} />],
          hasId(event) && [words.idOfThing(NOUNS[subject]), <Id key="subject" value={event.subjectId} />],
          from !== to && [
            from === undefined ? words.newState : words.columns.states,
            upperFirst(changeText(state(from), state(to))),
          ],
          isDecided && [words.reason, <DecisionText key="reason" decided={event} />],
          event.concerns !== undefined && [
            words.concerns,
            upperFirst(event.concerns.map(codeWords).join(', ')),
          ],
          event.publisherId !== undefined && [words.publisher, publisherName(event.publisherId)],
          event.method !== undefined && [
            words.method,
            <span key="method">
              {methodWord(changeWords.methods, event.method)}{' '}
              <code className="soft small">{event.method}</code>
            </span>,
          ],
          requestId !== undefined && [
            words.columns.request,
            <span key="request" className="with-link">
              <Id value={requestId} />{' '}
              <Link to="/explain" search={{ id: requestId }}>
                {words.explain}
              </Link>
            </span>,
          ],
          [
            words.event,
            <span key="event">
              {upperFirst(eventLabel(subject, event.event, { to }))}{' '}
              <code className="soft small">{`${subject}.${event.event}`}</code>
            </span>,
          ],
          [words.id, <Id key="id" value={event.id} />],
        ]}
      />
      {details && (
        <>
          <h3>{words.change}</h3>
          <Facts facts={changes} />
          <details open={changes.length === 0}>
            <summary>{words.asJson}</summary>
            <Difference before={details.before} after={details.after} />
          </details>
        </>
      )}
    </Modal>
  );
}
