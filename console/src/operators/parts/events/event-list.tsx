import '../../../styles/people.css';
import { useId, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/states.tsx';
import { clockText, dayText, formattingLocale } from '../../../kit/time.tsx';
import { shownZone } from '../../../kit/zone.ts';
import { useMessages } from '../../../messages/index.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { type EventRow, Sentence } from './sentence.tsx';

interface EventListProps {
  readonly events: readonly EventRow[];
  /** The level of the headings that name the days. */
  readonly level?: 2 | 3;
}

/** Entries of the audit log as sentences, one a line, with the days as headings. */
export function EventList({ events, level = 3 }: EventListProps) {
  const { parts: words } = useMessages();
  const [opened, setOpened] = useState<EventRow>();
  const id = useId();
  if (events.length === 0) return <Empty title={words.noEvents} />;
  const locale = formattingLocale();
  const days = Map.groupBy(events, ({ time }) => dayText(Date.parse(time), locale));
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="log">
      <p className="soft small">{words.timesIn(shownZone())}</p>
      {[...days].map(([day, rows], index) => (
        <section key={day} aria-labelledby={`${id}-${index}`}>
          <Heading className="log-day" id={`${id}-${index}`}>
            {day}
          </Heading>
          <ol className="log-rows">
            {rows.map((event) => (
              <Row key={event.id} event={event} onDetails={() => setOpened(event)} />
            ))}
          </ol>
        </section>
      ))}
      {opened && <EntryDialog event={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function Row({ event, onDetails }: { readonly event: EventRow; readonly onDetails: () => void }) {
  const { parts: words } = useMessages();
  const { time, note } = event;
  return (
    <li className="log-row">
      <time dateTime={time} title={time}>
        {clockText(Date.parse(time), formattingLocale())}
      </time>
      <span className="log-text">
        <Sentence event={event} />
        {note !== undefined && <span className="soft"> – {note}</span>}
      </span>
      <Button kind="quiet" onClick={onDetails}>
        {words.eventDetails}
      </Button>
    </li>
  );
}
