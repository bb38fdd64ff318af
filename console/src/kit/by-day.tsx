import '../styles/log.css';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../messages/index.ts';
import { dayOf, dayText, formattingLocale } from './time.tsx';
import { shownZone } from './zone.ts';

interface ByDayProps<Row> {
  readonly rows: readonly Row[];
  readonly timeOf: (row: Row) => string;
  /** The level of the headings that name the days. */
  readonly level: 2 | 3;
  readonly row: (row: Row) => ReactNode;
}

/** Rows of a log, with the days as headings. Their times name no zone, so a line above them does. */
export function ByDay<Row>({ rows, timeOf, level, row }: ByDayProps<Row>) {
  const id = useId();
  const { common } = useMessages();
  const Heading = level === 2 ? 'h2' : 'h3';
  const days = [...Map.groupBy(rows, (one) => dayOf(timeOf(one)))].map(([day, ofDay], index) => (
    <section key={day} aria-labelledby={`${id}-${index}`}>
      <Heading className="log-day" id={`${id}-${index}`}>
        <time dateTime={day}>{dayText(day, formattingLocale())}</time>
      </Heading>
      <ol className="log-rows">{ofDay.map(row)}</ol>
    </section>
  ));
  return (
    <>
      <p className="soft small">{common.timesIn(shownZone())}</p>
      {days}
    </>
  );
}
