import { useId, useState } from 'react';
import { eventSummary } from '../../../../../src/client/change-summary.ts';
import { Button } from '../../../kit/button.tsx';
import { ByDay } from '../../../kit/by-day.tsx';
import { shownValues } from '../../../kit/shown-values.ts';
import { Empty } from '../../../kit/states.tsx';
import { clockRangeText, clockText, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMessageText } from '../decision-text.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { type EventRow, type LogRow, Sentence } from './sentence.tsx';

interface EventListProps {
  readonly rows: readonly LogRow[];
  /** The level of the headings that name the days. */
  readonly level?: 2 | 3;
}

/** Entries of the audit log as sentences, one a line, with the days as headings. */
export function EventList({ rows, level = 3 }: EventListProps) {
  const { parts: words } = useMessages();
  const [opened, setOpened] = useState<EventRow>();
  if (rows.length === 0) return <Empty title={words.noEvents} />;
  return (
    <div className="log">
      <ByDay
        rows={rows}
        timeOf={([{ time }]) => time}
        level={level}
        row={(row) =>
          row.length === 1 ? (
            <Entry key={row[0].id} event={row[0]} onDetails={setOpened} />
          ) : (
            // A new look is put before the others, so the oldest is the key.
            <Folded key={row.at(-1)!.id} row={row} onDetails={setOpened} />
          )
        }
      />
      {opened && <EntryDialog event={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

interface EntryProps {
  readonly event: EventRow;
  readonly onDetails: (event: EventRow) => void;
}

function Entry({ event, onDetails }: EntryProps) {
  const { common, changeWords } = useMessages();
  const { time, note } = event;
  const summary = eventSummary(event, changeWords, shownValues);
  const message = useMessageText()(event);
  return (
    <li className="log-row">
      <time dateTime={time} title={time}>
        {clockText(Date.parse(time), formattingLocale())}
      </time>
      <span className="log-text">
        <Sentence row={[event]} />
        {[summary, message, note].map(
          (text) =>
            text && (
              <span key={text} className="soft small" title={text}>
                {' – '}
                {text}
              </span>
            ),
        )}
      </span>
      <Button kind="quiet" onClick={() => onDetails(event)}>
        {common.details}
      </Button>
    </li>
  );
}

interface FoldedProps extends Pick<EntryProps, 'onDetails'> {
  readonly row: LogRow;
}

/** Equal looks of a person as one line, which opens to the single entries. */
function Folded({ row, onDetails }: FoldedProps) {
  const { common, parts: words } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const times = row.map(({ time }) => Date.parse(time));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (
    <li className="log-row">
      <time dateTime={new Date(last).toISOString()} title={clockRangeText(first, last, formattingLocale())}>
        {clockText(last, formattingLocale())}
      </time>
      <span className="log-text">
        <Sentence row={row} />
      </span>
      <Button
        kind="quiet"
        aria-label={words.detailsOf(row.length)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {common.details}
      </Button>
      <ol id={id} className="log-rows" hidden={!isOpen}>
        {isOpen && row.map((event) => <Entry key={event.id} event={event} onDetails={onDetails} />)}
      </ol>
    </li>
  );
}
