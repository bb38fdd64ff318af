import '../../styles/numbers.css';
import { useMemo } from 'react';
import { dateText } from '../../../../src/client/record-text.ts';
import { Figure } from '../../kit/figure.tsx';
import { LinePicture } from '../../kit/line-picture.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { formattingLocale, shortDayText } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { type Days, eachDay } from '../model/days.ts';
import type { Metric } from '../model/report.ts';
import type { Series } from '../model/series.ts';
import { isMean, useMetricText } from './metric-text.ts';
import { named } from './named.ts';

/** Tokens of the series, in their order; the classes of the legend have the same. */
const COLOURS = ['--main', '--series-b', '--series-c', '--series-d', '--series-e', '--series-f'] as const;

interface DayChartProps {
  readonly title?: string;
  readonly metric: Metric;
  readonly days: Days;
  readonly series: readonly Series[];
  /** The same metric in the period before, day by day. */
  readonly earlier?: Series | undefined;
  readonly height?: number;
}

interface Row {
  readonly day: string;
  readonly at: number;
}

/** A metric by day: one line for each series, with the period before dashed. */
export function DayChart({ title, metric, days, series, earlier, height }: DayChartProps) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const text = useMetricText();
  const { from, to } = days;
  const dates = useMemo(() => eachDay({ from, to }), [from, to]);
  const times = useMemo(() => dates.map((date) => Date.parse(date) / 1000), [dates]);
  const shown = useMemo(
    () => [
      ...series.map(({ values }, index) => ({
        values,
        colour: COLOURS[index] ?? '--soft',
        isFilled: series.length === 1,
      })),
      ...(earlier ? [{ values: earlier.values, colour: '--soft', isDashed: true }] : []),
    ],
    [series, earlier],
  );
  const markText = (time: number) => shortDayText(time, formattingLocale(), 'UTC');
  const name = named(words.metricNames, metric);
  const peaks = series.flatMap((one) =>
    one.values.flatMap((value, at) => (value === null ? [] : [{ value, at, name: one.name }])),
  );
  const [first] = peaks;
  if (!first) return null;
  const peak = peaks.reduce((most, one) => (one.value > most.value ? one : most), first);
  const day = markText(Date.parse(dates[peak.at] ?? from));
  const finding =
    series.length > 1
      ? words.findingOf(name, text(metric, peak.value), peak.name, day)
      : words.finding(name, text(metric, peak.value), day);
  const all = earlier ? [...series, earlier] : series;
  const columns: readonly Column<Row>[] = [
    {
      key: 'day',
      head: words.dimensionNames.DATE,
      cell: ({ day: date }) => dateText(date, formattingLocale()),
    },
    ...all.map((one, index) => ({
      key: String(index),
      head: all.length === 1 ? name : one.name,
      isNumber: true,
      cell: ({ at }: Row) => text(metric, one.values[at] ?? undefined),
    })),
  ];
  return (
    <section className="chart stack tight" aria-label={title ?? name}>
      <h3>{title ?? name}</h3>
      <Figure
        finding={finding}
        table={
          <Table
            caption={`${title ?? name}, ${words.chartCaption}`}
            rows={dates.map((date, at) => ({ day: date, at }))}
            rowKey={(row) => row.day}
            columns={columns}
          />
        }
      >
        <LinePicture
          times={times}
          lines={shown}
          timeText={markText}
          areMeans={isMean(metric)}
          valueText={(value, isWhole) => text(metric, value, isWhole ? 'whole' : 'mark')}
          {...(height !== undefined && { height })}
        />
        {all.length > 1 && (
          <ul className="legend plain">
            {series.map(({ key, name: label }, index) => (
              <li key={key} className="pair">
                <span className={`swatch series-${index}`} />
                {label}
              </li>
            ))}
            {earlier && (
              <li className="pair">
                <span className="swatch dashed" />
                {earlier.name}
              </li>
            )}
          </ul>
        )}
      </Figure>
    </section>
  );
}
