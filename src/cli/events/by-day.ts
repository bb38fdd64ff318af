import { timesIn } from '../../client/record-text.ts';
import { oneLine } from '../../conventions/printable.ts';
import { displayWidth } from '../table/display-width.ts';
import { wrapped } from '../table/wrapped.ts';

const zoneOf = (utc = false) => (utc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The day under which a time is shown. */
export const dayText = (utc?: boolean) => {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: zoneOf(utc) });
  return (time: string) => format.format(Date.parse(time));
};

interface Row {
  /** One time, or the first and the last one. */
  readonly times: readonly string[];
  /** Each begins a line; at a terminal, a long one goes on in further lines. */
  readonly texts: readonly string[];
}

/** Rows behind their times, with days as headings. */
export function byDay(
  rows: readonly Row[],
  utc?: boolean,
  width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
): string {
  const zone = zoneOf(utc);
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone });
  const linesOf = ({ times, texts }: Row) => {
    const all = times.map((time) => Date.parse(time));
    const at = `  ${clock.formatRange(Math.min(...all), Math.max(...all))}  `;
    const indent = ' '.repeat(displayWidth(at));
    const lines = texts.flatMap((text) => wrapped(oneLine(text), width - indent.length));
    return lines.map((line, index) => `${index === 0 ? at : indent}${line}`);
  };
  const dayOf = dayText(utc);
  const days = Map.groupBy(rows, ({ times: [first = ''] }) => dayOf(first));
  const parts = [...days].map(([heading, ofDay]) => [heading, ...ofDay.flatMap(linesOf)].join('\n'));
  return [timesIn(zone), ...parts].join('\n\n');
}
