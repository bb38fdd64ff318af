import { Difference } from '../../../kit/difference.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type EventRow, useActor } from '../../parts/event-table.tsx';
import { eventText } from '../../parts/event-text.ts';

/** One entry with all its members. */
export function EntryDialog({ event, onClose }: { readonly event: EventRow; readonly onClose: () => void }) {
  const { auditLog: words } = useMessages();
  const actor = useActor();
  const { details, from, to } = event;
  return (
    <Modal title={words.entry} isWide onClose={onClose}>
      <Facts
        facts={[
          [words.columns.time, <Time key="time" at={event.time} isRelative />],
          [words.columns.event, eventText(event)],
          [words.subjectId, <Id key="subject" value={event.subjectId} />],
          (from ?? to) !== undefined && [words.columns.states, [from, to].filter(Boolean).join(' → ')],
          [words.columns.by, actor(event)],
          event.reason !== undefined && [words.columns.reason, event.reason],
          event.note !== undefined && [words.columns.reason, event.note],
          event.concerns !== undefined && [words.concerns, event.concerns.join(', ')],
          event.publisherId !== undefined && [
            words.publisher,
            <Id key="publisher" value={event.publisherId} />,
          ],
          event.method !== undefined && [words.method, event.method],
          event.requestId !== undefined && [
            words.columns.request,
            <Id key="request" value={event.requestId} />,
          ],
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
